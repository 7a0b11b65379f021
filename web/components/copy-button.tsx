// Copies a text to the clipboard.
import { useState } from 'react';

/** A function makes a long text only when it is needed. */
export function CopyButton({ text, what }: { text: string | (() => string); what: string }) {
  const [copied, setCopied] = useState<{ text: string | (() => string) } | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setCopied({ text });
    } catch {
      // The text is on the page and can be selected there.
      setCopied(null);
    }
  };
  return (
    <button type="button" className="quiet copy" onClick={copy}>
      <span aria-live="polite">{copied?.text === text ? 'Copied' : 'Copy'}</span> {what}
    </button>
  );
}
