/** Leads to where something was said or written: plays its moment, or marks its words. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Citation } from '../../api/answers.ts'
import { playOnArrival } from './play-on-arrival.ts'

/** The recap on which the answer is shown. */
export type Here = { recordingId: string; onSeek: (seconds: number) => void }

type Props = { citation: Citation; here: Here | undefined; className?: string; label?: string; children: ReactNode }

export function CitationLink({ citation, here, className, label, children }: Props) {
  const { recording_id: recordingId, note_id: noteId, start_time: at } = citation
  const shared = { className, 'aria-label': label, children }
  if (recordingId === null) {
    if (noteId === null) return <Link to="/items" search={{ whose: 'all' }} {...shared} />
    return <Link to="/note/$noteId" params={{ noteId }} {...shared} />
  }
  if (at !== null && here?.recordingId === recordingId) {
    return <button type="button" onClick={() => here.onSeek(at)} {...shared} />
  }
  const play = () => at !== null && playOnArrival(recordingId)
  return (
    <Link to="/recap/$recordingId" params={{ recordingId }} search={searchOf(citation)} onClick={play} {...shared} />
  )
}

/** The most that the field has which searches the transcript. */
const maxSearched = 200

function searchOf({ kind, start_time, quote }: Citation) {
  const q = quote.length <= maxSearched ? quote : quote.slice(0, quote.lastIndexOf(' ', maxSearched))
  if (kind === 'ai_notes') return { q, in: 'notes' as const }
  return start_time === null ? {} : { t: Math.floor(start_time), q }
}
