/** One recording: what it is doing, what went wrong, and what the person may do. */
import { Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { type UploadRow, uploadsKey, useAwaitUpload } from '../../api/uploads.ts'
import type { RecordingState } from '../../record/recording.ts'
import { forgetRecording, recordingOf, saveRecording } from '../../record/recordings.ts'
import { ofService } from '../../words/of-service.ts'
import { words } from '../../words/words.ts'
import { Confirm } from '../confirm.tsx'
import { clockTime, percent } from '../format.ts'
import { NextStep } from '../next-step.tsx'
import { noticeFailed } from '../notices.ts'
import { PageError } from '../refusal.ts'
import { LevelMeter } from './level-meter.tsx'
import { LiveWords } from './live-words.tsx'
import { MarkField } from './mark-field.tsx'
import classes from './record.module.css'
import { asPageError, soundOf } from './use-record.ts'

const { record: said } = words

export function RecordBar({ state }: { state: RecordingState }) {
  const { id, noteId, title, phase, seconds, channels, bytes, sent } = state
  const upload = useAwaitUpload(state.recordingId ?? undefined)
  const read = useCallback(() => recordingOf(id)?.levels() ?? [], [id])
  return (
    <section className={classes.bar} aria-label={said.recordingOf(title)}>
      <div className={classes.line}>
        <div className={classes.what}>
          <span className={classes.dot} data-phase={phase} />
          <Link to="/note/$noteId" params={{ noteId }} className={classes.title} dir="auto">
            {title}
          </Link>
        </div>
        {phase !== 'sent' && <span className={classes.time}>{clockTime(seconds)}</span>}
        {phase === 'recording' && <LevelMeter read={read} channels={channels} />}
        {phase === 'sending' && <span className={classes.time}>{percent(bytes > 0 ? sent / bytes : 0)}</span>}
        <Actions state={state} isReady={upload?.status === 'SUCCESS'} />
      </div>
      <Says state={state} upload={upload} />
      {state.endsInSeconds !== null && <StillRecording id={id} seconds={state.endsInSeconds} />}
      {(phase === 'recording' || phase === 'paused') && (
        <MarkField now={() => seconds} name={clockTime} onMark={(at, line) => void recordingOf(id)?.mark(at, line)} />
      )}
      {phase === 'recording' && state.uploadId && <LiveWords uploadId={state.uploadId} />}
    </section>
  )
}

const isWaiting = (upload: UploadRow | undefined) =>
  upload?.status === 'PENDING' && upload.progress?.stage === 'waiting'

/** What becomes of what has arrived; null until the service has said it. */
function fateOf(upload: UploadRow | undefined): string | null {
  if (upload?.status === 'SUCCESS') return said.ready
  if (upload?.status !== 'PENDING') return null
  return isWaiting(upload) ? said.waits : said.transcribed
}

/** Urgent words are alerts; a screen reader does not hear every second. */
function Says({ state, upload }: { state: RecordingState; upload: UploadRow | undefined }) {
  const { phase, why, onBehalfOf, isSilent, isScreenGone, isKept, isRefused, isGone, error } = state
  const urgent = [
    phase === 'stopped' && why && said.cutOff[why],
    phase === 'stopped' && state.format === 'mp4' && said.cannotGoOn,
    isRefused && (isGone ? said.gone : `${said.refused} ${ofService(error ?? '')}`),
    isScreenGone && said.screenGone,
    isSilent && said.silent,
    upload?.status === 'FAILED' && ofService(upload.failure_reason ?? ''),
    !isKept && phase !== 'sent' && said.noRoomHere,
    state.markRefused && `${said.markRefused} ${ofService(state.markRefused)}`,
  ].filter(Boolean)
  const calm = [
    fateOf(upload) ?? said.phases[phase],
    state.isWaiting && (error ? ofService(error) : said.waiting),
    onBehalfOf && said.onBehalfOf(onBehalfOf),
  ].filter(Boolean)
  return (
    <>
      <Text size="sm" c="dimmed" role="status" mt={4}>
        {calm.join(' ')} {isWaiting(upload) && <NextStep of="kept" />}
      </Text>
      {urgent.length > 0 && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {urgent.join(' ')}
        </Text>
      )}
    </>
  )
}

function Actions({ state, isReady }: { state: RecordingState; isReady: boolean }) {
  const { id, phase, isRefused } = state
  const isHeldBack = isRefused || phase === 'elsewhere'
  const recording = recordingOf(id)!
  const button = (label: string, onClick: () => unknown, variant: 'filled' | 'default' = 'default') => (
    <Button size="xs" variant={variant} onClick={() => void onClick()}>
      {label}
    </Button>
  )
  return (
    <Group gap="xs">
      {phase === 'recording' && button(said.pause, () => recording.pause())}
      {phase === 'paused' && button(said.goOn, () => recording.goOn())}
      {phase === 'stopped' && state.format === 'ogg' && <GoOn state={state} />}
      {isHeldBack && button(isRefused ? said.again : said.anew, () => recording.send())}
      {isHeldBack && button(said.save, () => saveRecording(id))}
      {['recording', 'paused', 'stopped'].includes(phase) && button(said.finish, () => recording.finish(), 'filled')}
      {(phase === 'stopped' || isHeldBack) && <Discard state={state} />}
      {phase === 'sent' && <Sent state={state} isReady={isReady} />}
    </Group>
  )
}

/** A screen reader hears the question once, not each second. */
function StillRecording({ id, seconds }: { id: string; seconds: number }) {
  return (
    <Group gap="xs" mt="xs">
      <Text size="sm" fw={600} role="alert">
        {said.stillRecording}
      </Text>
      <Text size="sm" c="dimmed">
        {said.endsIn(seconds)}
      </Text>
      <Button size="xs" variant="default" onClick={() => recordingOf(id)!.stay()}>
        {said.goOn}
      </Button>
    </Group>
  )
}

/** With the same channels as before. */
function GoOn({ state: { id, channels } }: { state: RecordingState }) {
  const [isAsking, setAsking] = useState(false)
  const goOn = async () => {
    setAsking(true)
    try {
      const isMine = await recordingOf(id)!.goOnWith(await soundOf(channels === 2))
      if (!isMine) throw new PageError(said.elsewhere)
    } catch (error) {
      noticeFailed(asPageError(error))
    } finally {
      setAsking(false)
    }
  }
  return (
    <Button size="xs" variant="default" loading={isAsking} onClick={() => void goOn()}>
      {said.goOn}
    </Button>
  )
}

function Discard({ state: { id, title } }: { state: RecordingState }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button size="xs" variant="subtle" color="gray" onClick={() => setAsked(true)}>
        {said.discard}
      </Button>
      <Confirm
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={said.discardTitle(title)}
        action={said.discard}
        onConfirm={() => void recordingOf(id)!.discard()}
      >
        {said.discardWhat}
      </Confirm>
    </>
  )
}

/** A deleted one goes at once; one that was sent is transcribed, and then leads to its recap. */
function Sent({ state: { id, recordingId }, isReady }: { state: RecordingState; isReady: boolean }) {
  const queries = useQueryClient()
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: uploadsKey })
    if (recordingId === null) forgetRecording(id)
  }, [id, recordingId, queries])
  return (
    <>
      {isReady && recordingId && (
        <Button
          size="xs"
          renderRoot={(props) => <Link to="/recap/$recordingId" params={{ recordingId }} search={{}} {...props} />}
        >
          {words.meetings.recap}
        </Button>
      )}
      {!isReady && recordingId && (
        <Button size="xs" variant="default" renderRoot={(props) => <Link to="/uploads" search={{}} {...props} />}>
          {words.nav.uploads}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => forgetRecording(id)}>
        {words.close}
      </Button>
    </>
  )
}
