/** What was decided and is open before a meeting, as the API shows it (decision 56). *Pure.* */
import { presentItem } from '../../meetings/action-items/present-item.ts'
import { presentDecision } from '../../meetings/decisions/present-decision.ts'
import { foldCase } from '../../platform/text.ts'
import { utcOrNull } from '../../platform/time.ts'
import { type Brief, type BriefPoint, briefSections } from './brief-schemas.ts'
import { noteUrl, recapUrl } from './links.ts'
import type { EarlierMeetings, EarlierSection } from './read-brief.ts'

export const maxPoints = 30

/** @param origin  of the pages that it links to */
export function presentBrief({ series_id, decisions, sections, items }: EarlierMeetings, origin: string): Brief {
  const pointsOf = (title: string) =>
    withoutRepeats(
      sections.filter((section) => section.title === title),
      origin,
    )
  return {
    series_id,
    last_time: decisions.lastTime.map(presentDecision),
    standing: decisions.standing.map(presentDecision),
    decisions: pointsOf(briefSections.decisions),
    open_items: items.map(({ item, note }) => ({
      item: presentItem(item),
      title: note.title,
      event_start: utcOrNull(note.event_start),
      url: noteUrl(origin, note.id),
    })),
    open_questions: pointsOf(briefSections.open_questions),
  }
}

/** What a later meeting says in the same words comes once, from that meeting. */
function withoutRepeats(sections: EarlierSection[], origin: string): BriefPoint[] {
  const points = new Map<string, BriefPoint>()
  for (const { recap, content, items } of sections) {
    for (const { text, timestamp } of [...paragraphsOf(content), ...(items ?? [])]) {
      const key = foldCase(text.trim())
      if (key === '' || points.has(key) || points.size === maxPoints) continue
      points.set(key, {
        text,
        note_id: recap.note_id,
        recording_id: recap.id,
        title: recap.title,
        event_start: utcOrNull(recap.event_start),
        start_time: timestamp,
        url: recapUrl(origin, recap.id, timestamp),
      })
    }
  }
  return [...points.values()]
}

/** A person who edits AI notes may write a text instead of points. */
const paragraphsOf = (content: string | null | undefined) =>
  (content ?? '').split(/\n\s*\n/).map((text) => ({ text: text.trim(), timestamp: null }))
