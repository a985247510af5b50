/** Plays the media of a recording; without media, a time is only a position in the transcript. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { type WhyNotPlayed, whyNotPlayed } from '../../ui/media-failure.tsx'

export type Player = ReturnType<typeof usePlayer>

/**
 * @param from   start in seconds, from the page's address
 * @param plays  it plays as soon as it is there
 * @param renew  fetches another link if this one has expired; returns whether there is one
 */
export function usePlayer(from: number | undefined, plays: boolean, renew: () => Promise<boolean>) {
  const [media, setMedia] = useState<HTMLVideoElement | null>(null)
  const [time, setTime] = useState(from ?? 0)
  const [duration, setDuration] = useState(0)
  const [isPlaying, setPlaying] = useState(false)
  const [hasPicture, setPicture] = useState(false)
  const [rate, setRate] = useState(1)
  const [whyNot, setWhyNot] = useState<WhyNotPlayed | null>(null)
  /** Where to resume with another link; if that fails too, playback ends. */
  const broken = useRef<{ at: number; wasPlaying: boolean } | null>(null)

  const moveTo = useCallback(
    (seconds: number) => {
      const most = media?.duration || Number.POSITIVE_INFINITY
      const to = Math.min(Math.max(seconds, 0), most)
      if (media) media.currentTime = to
      setTime(to)
    },
    [media],
  )
  // The address changes when somebody follows a link to a moment of the open recording.
  useEffect(() => {
    if (from !== undefined) moveTo(from)
  }, [from, moveTo])
  useEffect(() => {
    if (media) media.playbackRate = rate
  }, [media, rate])

  const play = useCallback(() => void media?.play().catch(() => setPlaying(false)), [media])
  useEffect(() => {
    if (plays) play()
  }, [plays, play])
  const toggle = () => (media?.paused ? play() : media?.pause())
  const seek = useCallback(
    (seconds: number) => {
      moveTo(seconds)
      play()
    },
    [moveTo, play],
  )
  async function fail(): Promise<void> {
    const isFirst = broken.current === null
    broken.current ??= { at: time, wasPlaying: isPlaying }
    if (isFirst && (await renew())) return
    if (media) setWhyNot(await whyNotPlayed(media.currentSrc))
  }
  function resume({ at, wasPlaying }: { at: number; wasPlaying: boolean }): void {
    if (media) media.playbackRate = rate
    if (wasPlaying) seek(at)
    else moveTo(at)
  }
  const on = {
    ref: setMedia,
    // A media error resets the time to 0; the transcript must stay where it is.
    onTimeUpdate: () => media && !media.error && setTime(media.currentTime),
    onDurationChange: () => media && Number.isFinite(media.duration) && setDuration(media.duration),
    onLoadedMetadata: () => {
      if (!media) return
      setPicture(media.videoWidth > 0)
      setWhyNot(null)
      if (broken.current) resume(broken.current)
    },
    // A link that has worked may expire again.
    onPlaying: () => {
      broken.current = null
    },
    onPlay: () => setPlaying(true),
    onPause: () => setPlaying(false),
    onError: () => void fail(),
  }
  return { on, time, duration, isPlaying, hasPicture, whyNot, rate, setRate, moveTo, toggle, seek }
}
