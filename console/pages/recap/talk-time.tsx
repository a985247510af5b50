/** Who spoke for how long. */
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import type { Recap } from '../../api/correct-recording.ts'
import { talkTimeQuery } from '../../api/queries.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { useOwnVoice } from '../../api/voice.ts'
import { workspaceQuery } from '../../api/workspace.ts'
import { lasting, percent } from '../../ui/format.ts'
import { PersonName } from '../../ui/person-name.tsx'
import { VoiceQuestions } from '../../ui/voice-questions.tsx'
import { words } from '../../words/words.ts'
import { Part } from './part.tsx'
import classes from './recap.module.css'
import { Recognised } from './recognised.tsx'
import { RenameSpeaker } from './rename-speaker.tsx'
import { ThisIsMe } from './this-is-me.tsx'
import { TranscribeAgain } from './transcribe-again.tsx'
import type { Work } from './use-progress.ts'
import { Working } from './working.tsx'

/** `work`: it is being transcribed again. */
type Props = { recap: Recap; mayEdit: boolean; mayTranscribe: boolean; work: Work | null }

export const TalkTime = memo(function TalkTime({ recap, mayEdit, mayTranscribe, work }: Props) {
  const { data: speakers = [] } = useQuery(usePrefetched(talkTimeQuery(recap.id)))
  const { data: settings } = useQuery(workspaceQuery)
  const canGive = settings?.workspace.voices && recap.media_url
  const voice = useOwnVoice()
  const questions = voice?.questions.filter(({ recording_id }) => recording_id === recap.id) ?? []
  const total = speakers.reduce((sum, { seconds }) => sum + seconds, 0)
  if (total === 0) return null
  return (
    <Part title={words.recap.talkTime} action={mayTranscribe && <TranscribeAgain recap={recap} />}>
      {questions.length > 0 && <VoiceQuestions questions={questions} isOnRecap />}
      {work && <Working recap={recap} work={work} stage="transcribing" />}
      <ul className={classes.speakers}>
        {speakers.map(({ speaker, seconds }) => (
          <li key={speaker} className={classes.speakerRow}>
            <span>
              {speaker ? <PersonName name={speaker} /> : words.recap.unnamedSpeaker}{' '}
              {mayEdit && <RenameSpeaker recap={recap} speaker={speaker} />}
              <Recognised recap={recap} speaker={speaker} mayEdit={mayEdit} />
              {canGive && <ThisIsMe recap={recap} speaker={speaker} mayEdit={mayEdit} />}
            </span>
            <span className={classes.speakerTime}>
              {words.recap.seconds(lasting(seconds), percent(seconds / total))}
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
