"""What may be done, chapter by chapter; `legal` puts it together by phase.

Nothing here judges: that is the chapters' own affair, and what is listed here they let pass.
"""
