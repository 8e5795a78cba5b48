import { editor } from 'monaco-editor/editor';

export const editorTheme = 'gatehouse';

/** A colour of the design as `#rrggbb`, whatever the way in which the style sheet spells it. */
function resolved(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const parts = getComputedStyle(probe).color.match(/\d+(?:\.\d+)?/g) ?? [];
  probe.remove();
  return `#${parts
    .slice(0, 3)
    .map((part) => Math.round(Number(part)).toString(16).padStart(2, '0'))
    .join('')}`;
}

function isDark(hex: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    Number.parseInt(hex.slice(start, start + 2), 16),
  );
  return red * 0.299 + green * 0.587 + blue * 0.114 < 128;
}

/** Gives the editor the colours that the page has now. */
export function defineEditorTheme(): void {
  const surface = resolved('surface');
  const token = (name: string, colour: string) => ({ token: name, foreground: resolved(colour).slice(1) });
  editor.defineTheme(editorTheme, {
    base: isDark(surface) ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      token('', 'text'),
      token('string.key.json', 'code-key'),
      token('string.value.json', 'code-string'),
      token('number', 'code-number'),
      token('keyword.json', 'code-number'),
      token('delimiter', 'muted'),
      token('comment', 'muted'),
    ],
    colors: {
      'editor.background': surface,
      'editor.foreground': resolved('text'),
      'editorLineNumber.foreground': resolved('muted'),
      'editorLineNumber.activeForeground': resolved('text'),
      'editor.lineHighlightBackground': resolved('hover'),
      'editor.lineHighlightBorder': resolved('hover'),
      'editor.selectionBackground': resolved('selected'),
      'editorCursor.foreground': resolved('accent'),
      'editorError.foreground': resolved('danger'),
      'editorWarning.foreground': resolved('warn'),
      'editorInfo.foreground': resolved('info'),
      'editorWidget.background': resolved('raised'),
      'editorWidget.border': resolved('line-strong'),
      'editorBracketMatch.background': resolved('selected'),
      'editorBracketMatch.border': resolved('accent'),
      'editorBracketHighlight.unexpectedBracket.foreground': resolved('danger'),
      ...Object.fromEntries(
        [1, 2, 3, 4, 5, 6].map((depth) => [`editorBracketHighlight.foreground${depth}`, resolved('muted')]),
      ),
      focusBorder: resolved('focus'),
    },
  });
  editor.setTheme(editorTheme);
}

/**
 * Keeps the editor's colours in step with those of the page while it is mounted; returns a function that ends
 * it.
 */
export function followPageTheme(): () => void {
  defineEditorTheme();
  const observer = new MutationObserver(defineEditorTheme);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'data-contrast'],
  });
  const media = [
    window.matchMedia('(prefers-color-scheme: dark)'),
    window.matchMedia('(prefers-contrast: more)'),
  ];
  for (const query of media) query.addEventListener('change', defineEditorTheme);
  return () => {
    observer.disconnect();
    for (const query of media) query.removeEventListener('change', defineEditorTheme);
  };
}
