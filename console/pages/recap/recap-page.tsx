/** A recording: its notes, its items, and the transcript beside the player. */
import { SegmentedControl } from '@mantine/core'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { statusOf } from '../../api/client.ts'
import type { Recap as RecapData } from '../../api/correct-recording.ts'
import { decisionsOfRecordingQuery, isFound } from '../../api/decisions.ts'
import { enginesQuery } from '../../api/engines.ts'
import { itemsQuery, recordingQuery, talkTimeQuery } from '../../api/queries.ts'
import { progressQuery } from '../../api/recording-progress.ts'
import { sharingQuery } from '../../api/sharing.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { AskHere } from '../../ui/ask/ask-here.tsx'
import { takeArrival } from '../../ui/ask/play-on-arrival.ts'
import { MediaFailure } from '../../ui/media-failure.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { Decisions } from './decisions.tsx'
import { momentOf } from './found-words.ts'
import { Head } from './head.tsx'
import { Items } from './items.tsx'
import { Marks } from './marks.tsx'
import { NotesPart } from './notes-part.tsx'
import { type Player, usePlayer } from './player.ts'
import { PlayerBar } from './player-bar.tsx'
import classes from './recap.module.css'
import { TalkTime } from './talk-time.tsx'
import { TranscribeAgain } from './transcribe-again.tsx'
import { NoTranscript, Transcript } from './transcript.tsx'
import { useMediaLink } from './use-media-link.ts'
import { useProgress } from './use-progress.ts'
import { Working } from './working.tsx'

/** From the address: a moment, words, and whether to search them in the notes instead of the transcript. */
type Landing = { from: number | undefined; query: string; isOfNotes: boolean }

export function prefetch(queries: QueryClient, { recordingId }: { recordingId: string }) {
  void queries.prefetchQuery(recordingQuery(recordingId))
  void queries.prefetchQuery(sharingQuery({ kind: 'recording', id: recordingId }))
  void queries.prefetchQuery(talkTimeQuery(recordingId))
  void queries.prefetchQuery(progressQuery(recordingId))
  void queries.prefetchQuery(enginesQuery)
}

export function Page({ recordingId, ...landing }: Landing & { recordingId: string }) {
  const { data: recording, error, refetch } = useQuery(usePrefetched(recordingQuery(recordingId)))
  usePageTitle(recording?.title)
  // A temporary error keeps the player and unsaved corrections on the page; a deleted recap is not kept.
  if (error && (!recording || statusOf(error) === 404)) return <Failed error={error} onAgain={() => void refetch()} />
  if (!recording) return <Loading lines={10} />
  return <Recap recording={recording} {...landing} />
}

function Recap({ recording, from, query, isOfNotes }: Landing & { recording: RecapData }) {
  const { link, renew } = useMediaLink(recording)
  const segments = recording.transcript?.speech_segments ?? []
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the start; words typed later move only the transcript
  const begin = useMemo(() => momentOf(segments, from, query), [from])
  const [plays] = useState(() => takeArrival(recording.id))
  const player = usePlayer(begin, plays, renew)
  const { data: sharing } = useQuery(usePrefetched(sharingQuery({ kind: 'recording', id: recording.id })))
  const mayEdit = sharing?.may_edit ?? false
  const work = useProgress(recording)
  const isTranscribing = work.progress?.stage === 'transcribing'
  const mayTranscribe = mayEdit && !isTranscribing
  const navigate = useNavigate()
  const [shown, setShown] = useState<'notes' | 'transcript'>(
    isOfNotes || (from === undefined && !query) ? 'notes' : 'transcript',
  )
  const { data: items = [] } = useQuery(itemsQuery(recording.note_id))
  const { data: decisions = [] } = useQuery(decisionsOfRecordingQuery(recording.id))
  const media = mediaAddress(link)
  const params = { recordingId: recording.id }
  const onQuery = (q: string) =>
    void navigate({
      to: '/recap/$recordingId',
      params,
      replace: true,
      resetScroll: false,
      search: (now) => ({ t: now.t, q: q || undefined }),
    })
  return (
    <div className={classes.page} data-player={media !== null}>
      <Head recording={recording} mayEdit={mayEdit} hasTranscript={segments.length > 0} />
      <SegmentedControl
        className={classes.tabs}
        aria-label={words.recap.shown}
        fullWidth
        value={shown}
        onChange={(value) => setShown(value as typeof shown)}
        data={[
          { value: 'notes', label: words.recap.notes },
          { value: 'transcript', label: words.recap.transcript },
        ]}
      />
      {/* Before the transcript, which has hundreds of stops of Tab. */}
      {media && (
        <PlayerBar
          player={player}
          marks={recording.marks ?? []}
          linkTo={(seconds) => `${location.origin}${location.pathname}?t=${seconds}`}
        />
      )}
      <div className={classes.columns} data-shown={shown}>
        <div className={classes.left}>
          {media && <Media player={player} address={media} />}
          <Decisions recordingId={recording.id} mayEdit={mayEdit} onSeek={player.seek} />
          <Items noteId={recording.note_id} onSeek={player.seek} />
          <Marks recap={recording} mayEdit={mayEdit} onSeek={player.seek} />
          <NotesPart
            recap={recording}
            mayEdit={mayEdit}
            hasDecisions={isFound(decisions)}
            hasMarks={(recording.marks ?? []).length > 0}
            hasItems={items.some(({ status }) => status !== 'Archived')}
            marked={isOfNotes ? query : ''}
            work={work}
            onSeek={player.seek}
          />
          {canAnswer(recording) && (
            <AskHere
              label={words.ask.meeting}
              filters={{ note_id: recording.note_id }}
              here={{ recordingId: recording.id, onSeek: player.seek }}
            />
          )}
          {segments.length > 0 && (
            <TalkTime
              recap={recording}
              mayEdit={mayEdit}
              mayTranscribe={mayTranscribe}
              work={isTranscribing ? work : null}
            />
          )}
        </div>
        <div className={classes.right}>
          {segments.length === 0 ? (
            <NoTranscript isHeard={recording.transcript != null}>
              {isTranscribing && <Working recap={recording} work={work} stage="transcribing" />}
              {mayTranscribe && <TranscribeAgain recap={recording} />}
            </NoTranscript>
          ) : (
            <Transcript
              recap={recording}
              mayEdit={mayEdit}
              segments={segments}
              player={player}
              from={begin}
              query={isOfNotes ? '' : query}
              onQuery={onQuery}
            />
          )}
        </div>
      </div>
    </div>
  )
}

/** Whether anything was said that an answer could quote. */
const canAnswer = ({ transcript, ai_notes }: RecapData) =>
  Boolean(transcript?.speech_segments.length) || Boolean(ai_notes?.markdown.trim())

/** Hidden without a picture; the transcript is beside it. */
function Media({ player, address }: { player: Player; address: string }) {
  return (
    <>
      <video
        {...player.on}
        src={address}
        preload="metadata"
        playsInline
        className={classes.video}
        hidden={!player.hasPicture}
      />
      {player.whyNot && <MediaFailure why={player.whyNot} address={address} />}
    </>
  )
}

/** Only the path: the service may have another host here than in the link. */
function mediaAddress(url: string | null): string | null {
  if (!url) return null
  const { pathname, search } = new URL(url)
  return pathname + search
}
