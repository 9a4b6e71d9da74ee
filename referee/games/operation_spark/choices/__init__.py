"""What may be done, subject by subject; `legal` puts it together by phase.

Nothing here judges: that is the chapters' own affair, and what is listed here they let pass.
"""
