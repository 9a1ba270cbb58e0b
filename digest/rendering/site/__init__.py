"""Reports as a web site: pages that need nothing but themselves, made from the reports in Markdown."""
