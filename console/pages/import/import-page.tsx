/** Imports meetings of other programs: files are chosen, looked over as a table of what they become, and sent. */
import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import {
  countsOf,
  endImport,
  type Import,
  importHere,
  interrupted,
  isWanted,
  readFiles,
  sendWanted,
  stopImport,
} from '../../api/import-meetings.ts'
import { uploadsKey } from '../../api/uploads.ts'
import { count } from '../../ui/format.ts'
import layout from '../../ui/layout.module.css'
import { PageError } from '../../ui/refusal.ts'
import { Refusal } from '../../ui/section.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { ofService } from '../../words/of-service.ts'
import { words } from '../../words/words.ts'
import { ChooseFiles } from './choose-files.tsx'
import classes from './import.module.css'
import { ImportTable } from './import-table.tsx'
import { UnreadableFiles } from './unreadable-files.tsx'

const { import: said } = words

const choose = (files: File[]) => void readFiles(files)

/** Nothing: the table is made here. */
export function prefetch() {}

export function Page() {
  usePageTitle(said.title)
  const now = useSyncExternalStore(importHere.subscribe, importHere.now)
  useRefetched(now)
  return (
    <div className={layout.content}>
      <Title order={1} mb="xs">
        {said.title}
      </Title>
      <Text c="dimmed" mb="lg" maw={680}>
        {said.why}
      </Text>
      {now.phase === 'choose' && <Begin error={now.error} />}
      {now.phase === 'reading' && <Reading {...now} />}
      {(now.phase === 'look' || now.phase === 'sending') && <Look now={now} />}
      {now.phase !== 'sending' && (
        <Dropzone.FullScreen
          onDrop={choose}
          activateOnKeyboard={false}
          withinPortal={false}
          inputProps={{ 'aria-hidden': true }}
          classNames={{ inner: classes.anywhere }}
        >
          <Text fw={600} size="lg">
            {said.dropNow}
          </Text>
        </Dropzone.FullScreen>
      )}
    </div>
  )
}

function Begin({ error }: { error: unknown }) {
  const left = interrupted()
  return (
    <Stack gap="md">
      {left && (
        <Group gap="sm" role="status">
          <Text flex="1 1 280px">{said.interrupted(left.arrived, left.wanted)}</Text>
          <Button variant="default" size="xs" onClick={endImport}>
            {said.forget}
          </Button>
        </Group>
      )}
      <Refusal error={error instanceof RangeError ? new PageError(ofService(error.message)) : error} />
      <ChooseFiles onChoose={choose} />
    </Stack>
  )
}

function Reading({ read, toRead }: Import) {
  return (
    <Stack gap="sm" role="status">
      <Text>{said.reading(count(read), count(toRead))}</Text>
      <Progress value={(read / Math.max(1, toRead)) * 100} aria-label={said.readingLabel} />
      <Button variant="default" onClick={stopImport} style={{ alignSelf: 'flex-start' }}>
        {words.cancel}
      </Button>
    </Stack>
  )
}

function Look({ now }: { now: Import }) {
  const { lines, unreadable, phase, error } = now
  const heading = useRef<HTMLHeadingElement>(null)
  // The table took the place of what had the focus.
  useEffect(() => heading.current?.focus(), [])
  const { arrived, wanted } = countsOf(lines)
  const left = lines.filter(isWanted).length
  const known = lines.filter(({ state }) => state === 'known').length
  return (
    <Stack gap="lg">
      <div>
        <Title order={2} size="h3" ref={heading} tabIndex={-1}>
          {said.found(lines.length)}
        </Title>
        {known > 0 && <Text c="dimmed">{said.known(known)}</Text>}
      </div>
      {lines.length > 0 && <ImportTable lines={lines} isSending={phase === 'sending'} />}
      <UnreadableFiles files={unreadable} />
      <div className={classes.bar}>
        <Refusal error={error} />
        <div role="status">
          {(phase === 'sending' || arrived > 0) && (
            <>
              <Text size="sm" mb={6}>
                {arrived === wanted ? said.allArrived(arrived) : said.arrived(arrived, wanted)}
              </Text>
              <Progress value={(arrived / Math.max(1, wanted)) * 100} aria-label={said.sendingLabel} mb="sm" />
            </>
          )}
        </div>
        <Group>
          {phase === 'sending' ? (
            <Button variant="default" onClick={stopImport}>
              {said.stop}
            </Button>
          ) : (
            <>
              {left > 0 && <Button onClick={() => void sendWanted()}>{said.send(left, arrived > 0)}</Button>}
              <Button variant="default" onClick={endImport}>
                {said.others}
              </Button>
            </>
          )}
        </Group>
      </div>
    </Stack>
  )
}

/** Lists of other pages show what has arrived. */
function useRefetched({ lines }: Import): void {
  const queries = useQueryClient()
  const done = lines.filter(({ state }) => state === 'done').length
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one more is done
  useEffect(() => {
    if (done === 0) return
    for (const queryKey of [uploadsKey, ['notes'], ['recordings']]) void queries.invalidateQueries({ queryKey })
  }, [done])
}
