/** Every meeting that the person sees: what comes next, then what was. */
import { Button, Stack, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { Note } from '@minutebook/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { notesQuery } from '../../api/queries.ts'
import classes from '../../ui/layout.module.css'
import { Failed, Loading, Message } from '../../ui/states.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { byTime } from './by-time.ts'
import { MeetingList } from './meeting-list.tsx'
import { TitleSearch } from './title-search.tsx'

const { meetings: said } = words

export function MeetingsPage({ title }: { title: string }) {
  usePageTitle(said.title)
  const navigate = useNavigate()
  const search = (next: string) => void navigate({ to: '/', search: next ? { title: next } : {}, replace: true })
  return (
    <div className={classes.content} style={{ maxWidth: 880 }}>
      <Title order={1} mb="lg">
        {said.title}
      </Title>
      <TitleSearch title={title} onChange={search} />
      <Found title={title} onClear={() => search('')} />
    </div>
  )
}

function Found({ title, onClear }: { title: string; onClear: () => void }) {
  const notes = useInfiniteQuery(notesQuery(title))
  if (notes.error && !notes.data) return <Failed error={notes.error} onAgain={() => void notes.refetch()} />
  if (!notes.data) return <Loading lines={8} />
  const all = notes.data.pages.flatMap(({ data }) => data)
  if (all.length === 0) return <Nothing title={title} onClear={onClear} />
  return (
    <Stack gap={36}>
      <Lists notes={all} />
      {notes.hasNextPage && (
        <Button
          variant="default"
          mx="auto"
          loading={notes.isFetchingNextPage}
          onClick={() => void notes.fetchNextPage()}
        >
          {said.more}
        </Button>
      )}
    </Stack>
  )
}

function Lists({ notes }: { notes: Note[] }) {
  const { upcoming, earlier } = byTime(notes, Date.now())
  useHotkeys([
    ['j', () => focusMeeting(1)],
    ['k', () => focusMeeting(-1)],
  ])
  return (
    <>
      {upcoming.length > 0 && <MeetingList heading={said.upcoming} notes={upcoming} />}
      {earlier.length > 0 && <MeetingList heading={said.previous} notes={earlier} />}
    </>
  )
}

function Nothing({ title, onClear }: { title: string; onClear: () => void }) {
  if (!title) return <Message title={said.none}>{said.noneWhy}</Message>
  const clear = (
    <Button variant="light" onClick={onClear}>
      {said.clear}
    </Button>
  )
  return <Message title={said.noMatch(title)} action={clear} />
}

/** Through both lists, as they stand on the page. */
function focusMeeting(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-meeting]')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  links[at === -1 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]?.focus()
}
