/** Who spoke for how long. */
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import type { Recap } from '../../api/correct-recording.ts'
import { talkTimeQuery } from '../../api/queries.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { clockTime, percent } from '../../ui/format.ts'
import { words } from '../../words/words.ts'
import { Part } from './part.tsx'
import classes from './recap.module.css'
import { RenameSpeaker } from './rename-speaker.tsx'

export const TalkTime = memo(function TalkTime({ recap, mayEdit }: { recap: Recap; mayEdit: boolean }) {
  const { data: speakers = [] } = useQuery(usePrefetched(talkTimeQuery(recap.id)))
  const total = speakers.reduce((sum, { seconds }) => sum + seconds, 0)
  if (total === 0) return null
  return (
    <Part title={words.recap.talkTime}>
      <ul className={classes.speakers}>
        {speakers.map(({ speaker, seconds }) => (
          <li key={speaker} className={classes.speakerRow}>
            <span className={classes.speakerName}>
              {speaker} {mayEdit && <RenameSpeaker recap={recap} speaker={speaker} />}
            </span>
            <span className={classes.speakerTime}>
              {words.recap.seconds(clockTime(seconds), percent(seconds / total))}
            </span>
            <span className={classes.track} aria-hidden="true">
              <span className={classes.share} style={{ width: `${(100 * seconds) / total}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
})
