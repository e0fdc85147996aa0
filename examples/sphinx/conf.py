project = 'Toastscope in Sphinx'
extensions = ['myst_parser']
exclude_patterns = ['node_modules', 'venv', 'site']
html_theme = 'alabaster'
html_static_path = ['_static']
html_js_files = [('toastscope/toast-scope.js', {'type': 'module'})]
html_css_files = ['toastscope.css']
