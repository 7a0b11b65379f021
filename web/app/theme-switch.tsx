// The button that changes the theme.
import { useState } from 'react';
import { applyTheme, storedTheme, THEMES, type Theme } from './theme.ts';

const THEME_ICONS: Record<Theme, string> = { system: '◐', light: '○', dark: '●' };

export function ThemeSwitch() {
  const [theme, setTheme] = useState(storedTheme);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const change = () => {
    applyTheme(next);
    setTheme(next);
  };
  return (
    <button type="button" className="ghost" onClick={change} aria-label={`Theme: ${theme}. Switch to ${next}`}>
      <span aria-hidden="true">{THEME_ICONS[theme]}</span>
    </button>
  );
}
