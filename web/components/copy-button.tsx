// Puts a text on the clipboard, and says so.
import { useState } from 'react';

export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      // The text stands beside the button, and can be selected.
      setCopied(null);
    }
  };
  return (
    <button type="button" className="quiet copy" onClick={copy}>
      <span aria-live="polite">{copied === text ? 'Copied' : 'Copy'}</span> {what}
    </button>
  );
}
