"""What may be done, kind by kind; `legal` puts it together by phase."""
