// The code of a diff: the names of its sides, its rows, the rail of findings and the sideways scroll bar.
import type { CSSProperties, ReactNode, RefObject } from 'react';
import { type ListHandle, VirtualList } from '../../components/virtual-list.tsx';
import type { DiffRows } from '../hooks/use-diff-rows.ts';
import type { SideNames } from '../lines/diff-lines.ts';
import { limitSelection, selectedCode } from './copy-selection.ts';
import { Row, type RowView } from './diff-row.tsx';
import { SideNameRow } from './side-names.tsx';
import { SidewaysBar } from './sideways-bar.tsx';

const ROW_HEIGHT = 20;

interface DiffAreaProps {
  layout: DiffRows;
  view: RowView;
  sides: SideNames | null;
  list: RefObject<ListHandle | null>;
  pane: RefObject<HTMLDivElement | null>;
  sideways: RefObject<HTMLDivElement | null>;
  onVisibleRows: (first: number, last: number) => void;
  /** The rail of findings. */
  children: ReactNode;
}

export function DiffArea({ layout, view, sides, list, pane, sideways, onVisibleRows, children }: DiffAreaProps) {
  const { rows, digits, overflow } = layout;
  return (
    <div
      className="diff-area"
      style={{ '--digits': digits } as CSSProperties}
      onPointerDown={({ currentTarget, target }) => limitSelection(currentTarget, target)}
      onCopy={(event) => {
        const rowOfNode = (node: Node | null) => list.current?.rowOfNode(node) ?? null;
        const text = selectedCode(event.currentTarget, getSelection(), { rows, rowOfNode });
        if (text === '') return;
        event.clipboardData.setData('text/plain', text);
        event.preventDefault();
      }}
      onWheel={({ deltaX, deltaY, shiftKey }) => {
        if (sideways.current !== null) sideways.current.scrollLeft += shiftKey && deltaX === 0 ? deltaY : deltaX;
      }}
    >
      {sides !== null && <SideNameRow names={sides} signs={view.signs} />}
      <div ref={pane} className="diff-pane">
        <VirtualList
          ref={list}
          className="diff-lines"
          label="Changed lines"
          count={rows.length}
          rowHeight={ROW_HEIGHT}
          onVisibleRows={onVisibleRows}
          keepsSelection
          renderRow={(index) => {
            const row = rows[index];
            return row === undefined ? null : <Row key={index} row={row} view={view} />;
          }}
        />
      </div>
      {children}
      {overflow > 0 && <SidewaysBar ref={sideways} columns={overflow} area={pane} />}
    </div>
  );
}
