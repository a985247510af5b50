/** The transcript: only the visible rows are rendered, so that eight hours scroll like eight minutes. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowsVertical } from '@tabler/icons-react'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { type Recap, useCorrect } from '../../api/correct-recording.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { lasting } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { noticeFailed } from '../../ui/notices.ts'
import { words } from '../../words/words.ts'
import { findWords } from './found-words.ts'
import type { Player } from './player.ts'
import classes from './recap.module.css'
import { TranscriptSearch } from './transcript-search.tsx'
import { TurnRow } from './turn-row.tsx'
import {
  missedIn,
  notUnderstood,
  type Range,
  type Segment,
  segmentAt,
  type Turn,
  turnOf,
  turnsOf,
  unbrokenFrom,
} from './turns.ts'

const EditTurn = later(async () => (await import('./edit-turn.tsx')).EditTurn)
const RenameForm = later(async () => (await import('./rename-form.tsx')).RenameForm)

type Props = {
  recap: Recap
  mayEdit: boolean
  segments: Segment[]
  player: Player
  /** The moment at which the page was opened: the first match from there on is shown. */
  from: number | undefined
  query: string
  onQuery: (query: string) => void
}

export function Transcript({ recap, mayEdit, segments, player, from, query, onQuery }: Props) {
  const turns = useMemo(() => turnsOf(segments), [segments])
  const [match, setMatch] = useState(0)
  const arrivedWith = useRef(query)
  const start = query === arrivedWith.current ? from : undefined
  const { marks, matches } = useMemo(() => findWords(segments, query, start), [segments, query, start])
  const [isFollowing, setFollowing] = useState(true)
  /** The segments being corrected, by index: names and turns may change meanwhile. */
  const [edited, setEdited] = useState<Range | null>(null)
  /** The segments below a name that was pressed. */
  const [named, setNamed] = useState<Range | null>(null)
  const { mutate: correct } = useCorrect(recap, { asOpened: false })
  const undo = (index: number, heard: string) =>
    correct(
      { segments: [{ index, text: heard }] },
      // The words that had the focus are no button any more.
      { onSuccess: () => box.current?.focus({ preventScroll: true }), onError: noticeFailed },
    )
  const editedTurn = edited ? turnOf(turns, edited.first) : -1
  const markedTurns = useMemo(
    () => Map.groupBy(recap.marks ?? [], ({ at }) => Math.max(0, turnOf(turns, Math.max(0, segmentAt(segments, at))))),
    [recap.marks, turns, segments],
  )
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: turns.length,
    getScrollElement: () => box.current,
    estimateSize: () => 96,
    overscan: 6,
    // Keeps the edited row rendered, wherever the person scrolls.
    rangeExtractor: (range) => withRow(defaultRangeExtractor(range), editedTurn),
  })
  // Nothing is marked before playback.
  const active = player.time > 0 || player.isPlaying ? segmentAt(segments, player.time) : -1
  const activeTurn = turnOf(turns, active)
  const show = (turn: number) => rows.scrollToIndex(turn, { align: 'center' })

  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls when another turn is reached, not at each render
  useEffect(() => {
    if (isFollowing && activeTurn > 0) show(activeTurn)
  }, [activeTurn, isFollowing])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words have other matches, and the first is shown
  useEffect(() => {
    goTo(
      Math.max(
        0,
        matches.findIndex((each) => segments[each]!.start_time >= (start ?? 0)),
      ),
    )
  }, [query])

  function goTo(index: number): void {
    const segment = matches.at(index % (matches.length || 1))
    setMatch(matches.length === 0 ? 0 : (index + matches.length) % matches.length)
    if (segment === undefined) return
    setFollowing(false)
    show(turnOf(turns, segment))
  }
  const seek = (seconds: number) => {
    setFollowing(true)
    player.seek(seconds)
  }
  const edit = ({ first, segments: own }: Turn) => {
    setFollowing(false)
    setEdited({ first, count: own.length })
  }
  // After scrolling by hand, the transcript does not follow playback.
  const stopFollowing = () => setFollowing(false)
  return (
    <>
      <TranscriptSearch
        query={query}
        onQuery={onQuery}
        at={match + 1}
        all={matches.length}
        onStep={(by) => goTo(match + by)}
      />
      <Missed segments={segments} onShow={() => onQuery(notUnderstood)} />
      <section
        ref={box}
        className={classes.box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
        tabIndex={0}
        aria-label={words.recap.transcript}
        onWheel={stopFollowing}
        onTouchMove={stopFollowing}
      >
        <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {rows.getVirtualItems().map(({ index, start, key }) => (
            <div
              key={key}
              ref={rows.measureElement}
              data-index={index}
              className={classes.virtual}
              style={{ transform: `translateY(${start}px)` }}
            >
              {edited && index === editedTurn ? (
                <EditTurn
                  recap={recap}
                  first={edited.first}
                  segments={segments.slice(edited.first, edited.first + edited.count)}
                  onDone={() => setEdited(null)}
                />
              ) : (
                <TurnRow
                  turn={turns[index]!}
                  isContinued={index > 0 && turns[index - 1]!.speaker === turns[index]!.speaker}
                  active={index === activeTurn ? active : -1}
                  match={matches[match] ?? -1}
                  marks={marks}
                  made={markedTurns.get(index)}
                  onSeek={seek}
                  onEdit={mayEdit && !edited ? () => edit(turns[index]!) : undefined}
                  onUndo={mayEdit ? undo : undefined}
                  onName={mayEdit ? () => setNamed(unbrokenFrom(segments, turns[index]!.first)) : undefined}
                />
              )}
            </div>
          ))}
        </div>
      </section>
      <Dialog isOpen={named !== null} onClose={() => setNamed(null)} title={words.recap.correct.who}>
        {named && (
          <RenameForm
            recap={recap}
            speaker={segments[named.first]?.speaker ?? ''}
            here={named}
            onDone={() => setNamed(null)}
          />
        )}
      </Dialog>
      {!isFollowing && player.isPlaying && (
        <Button
          size="xs"
          radius="xl"
          className={classes.followButton}
          leftSection={<IconArrowsVertical size={14} />}
          onClick={() => setFollowing(true)}
        >
          {words.recap.follow}
        </Button>
      )}
    </>
  )
}

/** Says how much of the speech has no words. */
function Missed({ segments, onShow }: { segments: Segment[]; onShow: () => void }) {
  const { count, seconds } = useMemo(() => missedIn(segments), [segments])
  if (count === 0) return null
  return (
    <Group justify="space-between" wrap="nowrap" className={classes.missed}>
      <Text size="sm" c="dimmed">
        {words.recap.notUnderstood(count, lasting(seconds))}
      </Text>
      <Button size="compact-sm" variant="subtle" flex="none" onClick={onShow}>
        {words.recap.showNotUnderstood}
      </Button>
    </Group>
  )
}

const withRow = (rows: number[], row: number) =>
  row === -1 || rows.includes(row) ? rows : [...rows, row].sort((a, b) => a - b)

/** @param isHeard  it was transcribed, and there was not a word */
export function NoTranscript({ isHeard, children }: { isHeard: boolean; children: ReactNode }) {
  return (
    <Stack align="center" py="xl">
      <Text c="dimmed">{isHeard ? words.recap.nothingHeard : words.recap.noTranscript}</Text>
      {children}
    </Stack>
  )
}
