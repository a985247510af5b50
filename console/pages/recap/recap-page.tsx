/** A recording: its notes, its items, and the transcript beside the player. */
import { Group, SegmentedControl, Text, Title } from '@mantine/core'
import type { Recording } from '@minutebook/client'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { itemsQuery, recordingQuery } from '../../api/queries.ts'
import { hour, longDay } from '../../ui/format.ts'
import { ShareButton } from '../../ui/sharing/share-button.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { AiNotes } from './ai-notes.tsx'
import { Downloads } from './downloads.tsx'
import { Items } from './items.tsx'
import { Part } from './part.tsx'
import { type Player, usePlayer } from './player.ts'
import { PlayerBar } from './player-bar.tsx'
import classes from './recap.module.css'
import { TalkTime } from './talk-time.tsx'
import { NoTranscript, Transcript } from './transcript.tsx'

type Props = { recordingId: string; from: number | undefined; query: string }

export function RecapPage({ recordingId, from, query }: Props) {
  const { data: recording, error, refetch } = useQuery(recordingQuery(recordingId))
  usePageTitle(recording?.title)
  if (error) return <Failed error={error} onAgain={() => void refetch()} />
  if (!recording) return <Loading lines={10} />
  return <Recap recording={recording} from={from} query={query} />
}

function Recap({ recording, from, query }: { recording: Recording; from: number | undefined; query: string }) {
  const player = usePlayer(from)
  const navigate = useNavigate()
  const [shown, setShown] = useState<'notes' | 'transcript'>(from === undefined && !query ? 'notes' : 'transcript')
  const { data: items = [] } = useQuery(itemsQuery(recording.note_id))
  const media = mediaAddress(recording.media_url)
  const segments = recording.transcript?.speech_segments ?? []
  const params = { recordingId: recording.id }
  const onQuery = (q: string) =>
    void navigate({
      ...{ to: '/recap/$recordingId', params, replace: true, resetScroll: false },
      search: (now) => ({ ...now, q: q || undefined }),
    })
  return (
    <div className={classes.page} data-player={media !== null}>
      <Head recording={recording} hasTranscript={segments.length > 0} />
      <SegmentedControl
        className={classes.tabs}
        fullWidth
        value={shown}
        onChange={(value) => setShown(value as typeof shown)}
        data={[
          { value: 'notes', label: words.recap.notes },
          { value: 'transcript', label: words.recap.transcript },
        ]}
      />
      <div className={classes.columns} data-shown={shown}>
        <div className={classes.left}>
          {media && <Media player={player} address={media} />}
          <Part title={words.recap.notes}>
            <AiNotes notes={recording.ai_notes} hasItems={items.length > 0} onSeek={player.seek} />
          </Part>
          <Items noteId={recording.note_id} onSeek={player.seek} />
          {segments.length > 0 && <TalkTime recordingId={recording.id} />}
        </div>
        <div className={classes.right}>
          {segments.length === 0 ? (
            <NoTranscript />
          ) : (
            <Transcript segments={segments} player={player} query={query} onQuery={onQuery} />
          )}
        </div>
      </div>
      {media && (
        <PlayerBar player={player} linkTo={(seconds) => `${location.origin}${location.pathname}?t=${seconds}`} />
      )}
    </div>
  )
}

function Head({ recording, hasTranscript }: { recording: Recording; hasTranscript: boolean }) {
  const { id, title, note_id: noteId, media_url } = recording
  const at = recording.started_at ?? recording.event_start ?? recording.created_at
  return (
    <header className={classes.head}>
      <div>
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text c="dimmed" size="sm" mt={4}>
          <Time at={at} as={longDay} /> · <Time at={at} as={hour} />
          {' · '}
          <Link to="/note/$noteId" params={{ noteId }} className={classes.quietLink}>
            {words.meetings.agenda}
          </Link>
        </Text>
        {!media_url && hasTranscript && (
          <Text c="dimmed" size="sm" mt={4}>
            {words.recap.noMedia}
          </Text>
        )}
      </div>
      <Group gap="sm">
        <ShareButton thing={{ kind: 'recording', id }} title={title} />
        {hasTranscript && <Downloads recordingId={id} title={title} />}
      </Group>
    </header>
  )
}

/** Without a picture it is only heard; its words stand beside it. */
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
      {player.hasFailed && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {words.recap.failedMedia}
        </Text>
      )}
    </>
  )
}

/** The path alone: the service may be reached under another name than the one in the link. */
function mediaAddress(url: string | null | undefined): string | null {
  if (!url) return null
  const { pathname, search } = new URL(url)
  return pathname + search
}
