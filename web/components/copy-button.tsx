// Copies a text to the clipboard.
import { useState } from 'react';

export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      // The text is on the page and can be selected there.
      setCopied(null);
    }
  };
  return (
    <button type="button" className="quiet copy" onClick={copy}>
      <span aria-live="polite">{copied === text ? 'Copied' : 'Copy'}</span> {what}
    </button>
  );
}
