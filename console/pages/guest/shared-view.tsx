/** What a link shows: title, notes, items, media and transcript, as far as the link allows. */
import { Button, Group, Text, Title } from '@mantine/core'
import { IconFileTypeDocx, IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { Shared } from '../../api/guest.ts'
import icon from '../../icon.svg'
import { hour, longDay, shortTime } from '../../ui/format.ts'
import { MediaFailure, type WhyNotPlayed, whyNotPlayed } from '../../ui/media-failure.tsx'
import { noticeFailed } from '../../ui/notices.ts'
import { PlainTranscript } from '../../ui/paper/plain-transcript.tsx'
import { saveDocx } from '../../ui/paper/save-docx.ts'
import { Sheet } from '../../ui/paper/sheet.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'
import { Items, Notes } from './contents.tsx'
import classes from './guest.module.css'
import { paperOf } from './paper-of.ts'

const { guest: said } = words

export function SharedView({ shared }: { shared: Shared }) {
  const player = useRef<HTMLVideoElement>(null)
  const onSeek = shared.media_url
    ? (seconds: number) => {
        if (!player.current) return
        player.current.currentTime = seconds
        void player.current.play()
      }
    : undefined
  return (
    <main className={classes.page}>
      <header className={classes.head}>
        <Group gap="sm" wrap="nowrap">
          <img src={icon} alt="" width={28} height={28} />
          <Text size="sm" c="dimmed" className={classes.from}>
            {said.from(shared.shared_by, shared.workspace)}
          </Text>
        </Group>
        <Title order={1} className={classes.title} dir="auto">
          {shared.title}
        </Title>
        {shared.starts_at && (
          <Text c="dimmed" size="sm" mt="xs">
            <Time at={shared.starts_at} as={longDay} /> · <Time at={shared.starts_at} as={hour} />
          </Text>
        )}
        <Actions shared={shared} />
      </header>
      <div className={classes.main}>
        {shared.media_url && <Player address={shared.media_url} player={player} />}
        {shared.notes && (
          <Part title={shared.kind === 'note' ? words.note.agenda : words.recap.notes}>
            <Notes notes={shared.notes} onSeek={onSeek} />
          </Part>
        )}
        {shared.items && shared.items.length > 0 && (
          <Part title={words.recap.items}>
            <Items items={shared.items} onSeek={onSeek} />
          </Part>
        )}
        {shared.transcript && (
          <Part title={words.recap.transcript}>
            <PlainTranscript segments={shared.transcript.speech_segments} onSeek={onSeek} />
          </Part>
        )}
      </div>
      <footer className={classes.foot}>
        {said.until(shortTime(shared.expires_at))} {words.product}
      </footer>
    </main>
  )
}

function Actions({ shared }: { shared: Shared }) {
  const word = useMutation({ mutationFn: () => saveDocx(paperOf(shared)), onError: noticeFailed })
  return (
    <Group gap="sm" mt="md">
      <Button variant="default" leftSection={<IconPrinter size={16} stroke={1.6} />} onClick={() => window.print()}>
        {words.paper.print}
      </Button>
      <Button
        variant="default"
        leftSection={<IconFileTypeDocx size={16} stroke={1.6} />}
        loading={word.isPending}
        onClick={() => word.mutate()}
      >
        {words.paper.docx}
      </Button>
      <Sheet read={() => paperOf(shared)} />
    </Group>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={classes.partTitle}>{title}</h2>
      {children}
    </section>
  )
}

/** Without a picture only the controls show. */
function Player({ address, player }: { address: string; player: RefObject<HTMLVideoElement | null> }) {
  const [hasPicture, setHasPicture] = useState(false)
  const [whyNot, setWhyNot] = useState<WhyNotPlayed | null>(null)
  if (whyNot) return <MediaFailure why={whyNot} address={address} />
  return (
    // biome-ignore lint/a11y/useMediaCaption: the transcript, if the link shows it, is below
    <video
      ref={player}
      src={address}
      controls
      playsInline
      preload="metadata"
      className={classes.player}
      data-picture={hasPicture}
      onLoadedMetadata={(event) => setHasPicture(event.currentTarget.videoHeight > 0)}
      onError={() => void whyNotPlayed(address).then(setWhyNot)}
    />
  )
}
