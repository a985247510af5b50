/** What the files will become: a line for each meeting. */
import { Button, Center, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { isWanted, type Line, leaveOut } from '../../api/import-meetings.ts'
import { useRowKeys } from '../../ui/row-keys.ts'
import { words } from '../../words/words.ts'
import classes from './import.module.css'
import { ImportLine } from './import-line.tsx'

const { import: said } = words

const atOnce = 100

export function ImportTable({ lines, isSending }: { lines: readonly Line[]; isSending: boolean }) {
  useRowKeys('[data-row]')
  const [shown, setShown] = useState(atOnce)
  const choosable = lines.filter(({ state }) => state === 'ready' || state === 'failed')
  const wanted = choosable.filter(isWanted).length
  const keys = choosable.map(({ meeting }) => meeting.key)
  return (
    <div>
      {choosable.length > 1 && (
        <Checkbox
          label={said.all}
          mb="sm"
          size="md"
          className={classes.all}
          disabled={isSending}
          checked={wanted === choosable.length}
          indeterminate={wanted > 0 && wanted < choosable.length}
          onChange={({ currentTarget }) => leaveOut(keys, !currentTarget.checked)}
        />
      )}
      <ul className={classes.list} aria-label={said.lines}>
        {lines.slice(0, shown).map((line) => (
          <ImportLine key={line.meeting.key} line={line} isSending={isSending} />
        ))}
      </ul>
      {shown < lines.length && (
        <Center mt="md">
          <Button variant="default" onClick={() => setShown(shown + atOnce)}>
            {words.more}
          </Button>
        </Center>
      )}
    </div>
  )
}
