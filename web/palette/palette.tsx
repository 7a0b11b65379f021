// The command palette: a search over runs, candidates, views, exports and actions. The input keeps the focus; the list is its popup.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { DataSource } from '../api/data-source.ts';
import { SafeText } from '../components/safe-text.tsx';
import { useLoaded } from '../hooks/use-loaded.ts';
import type { RunList } from '../hooks/use-run-list.ts';
import type { Route } from '../route.ts';
import { type Command, findCommands, listCommands, type PaletteContext } from './commands.ts';
import './palette.css';

const MAX_SHOWN = 40;

interface PaletteProps {
  route: Route;
  source: DataSource;
  runList: RunList;
  actions: PaletteContext['actions'];
  onClose: () => void;
}

export default function Palette({ route, source, runList, actions, onClose }: PaletteProps) {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const run = 'run' in route ? route.run : null;
  const { value: detail } = useLoaded(run ?? '', async () => (run === null ? null : source.run(run)));
  const canChange = source.merge !== null && source.race !== null;
  const commands = listCommands({ entries: runList.entries ?? [], detail, canChange, actions });
  const found = findCommands(commands, query);
  const shown = found.slice(0, MAX_SHOWN);
  const current = shown[Math.min(at, shown.length - 1)];
  useEffect(() => dialog.current?.showModal(), []);
  const open = (command: Command) => {
    dialog.current?.close();
    perform(command);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // Otherwise Escape would also leave the view.
    if (event.key === 'Escape') dialog.current?.close();
    else if (step !== undefined) setAt((Math.min(at, shown.length - 1) + step + shown.length) % Math.max(1, shown.length));
    else if (event.key === 'Enter' && current !== undefined) open(current);
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={dialog} className="palette" aria-label="Commands" onClose={onClose} onClick={closeOutside} onKeyDown={onKeyDown}>
      <input
        type="text"
        role="combobox"
        aria-label="Search runs, candidates and commands"
        aria-expanded="true"
        aria-controls={listId}
        aria-autocomplete="list"
        {...(current === undefined ? {} : { 'aria-activedescendant': optionId(listId, current) })}
        placeholder="Runs, candidates, commands"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value);
          setAt(0);
        }}
      />
      <div id={listId} className="palette-list" role="listbox" aria-label="Commands">
        {shown.map((command, index) => (
          <Option
            key={command.id}
            id={optionId(listId, command)}
            command={command}
            isCurrent={command === current}
            beginsGroup={command.group !== shown[index - 1]?.group}
            onOpen={() => open(command)}
          />
        ))}
      </div>
      <p className="palette-note muted small" role="status">
        {found.length === 0 ? 'No match' : found.length > shown.length ? `${found.length - shown.length} more` : ''}
      </p>
    </dialog>
  );
}

interface OptionProps {
  id: string;
  command: Command;
  isCurrent: boolean;
  beginsGroup: boolean;
  onOpen: () => void;
}

function Option({ id, command: { group, title, detail }, isCurrent, beginsGroup, onOpen }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const beside = [beginsGroup ? group : '', detail].filter((text) => text !== '').join(' · ');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input, which keeps the focus.
    <div ref={element} id={id} role="option" aria-selected={isCurrent} tabIndex={-1} className="palette-option" onClick={onOpen}>
      <span className="palette-title">
        <SafeText text={title} />
      </span>
      {beside !== '' && (
        <span className="muted small palette-detail">
          <SafeText text={beside} />
        </span>
      )}
    </div>
  );
}

/** Ids may not contain spaces; commands of candidates may. */
function optionId(listId: string, { id }: Command): string {
  return `${listId}-${encodeURIComponent(id)}`;
}

function closeOutside({ target, currentTarget }: { target: EventTarget; currentTarget: HTMLDialogElement }): void {
  if (target === currentTarget) currentTarget.close();
}

function perform({ action }: Command): void {
  if (action.kind === 'call') action.call();
  else if (action.kind === 'link') location.hash = action.href;
  else {
    const anchor = document.createElement('a');
    anchor.href = action.href;
    anchor.download = '';
    anchor.click();
  }
}
