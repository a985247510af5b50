/** The title of a recap, its time, and actions on the whole recap. */
import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Recap, useCorrect } from '../../api/correct-recording.ts'
import { noteQuery } from '../../api/queries.ts'
import { sharingQuery } from '../../api/sharing.ts'
import { DeleteMeeting } from '../../ui/delete-meeting.tsx'
import { EditableTitle } from '../../ui/editable-title.tsx'
import { hour, longDay } from '../../ui/format.ts'
import { ByRule } from '../../ui/sharing/by-rule.tsx'
import { ShareButton } from '../../ui/sharing/share-button.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'
import { Consent } from './consent.tsx'
import { Downloads } from './downloads.tsx'
import { History } from './history.tsx'
import { startOf } from './paper-of.ts'
import classes from './recap.module.css'

type Props = { recording: Recap; mayEdit: boolean; hasTranscript: boolean }

export function Head({ recording, mayEdit, hasTranscript }: Props) {
  const { id, title, note_id: noteId, media_url } = recording
  const correct = useCorrect(recording, { asOpened: false })
  // A recap may be shared without its note.
  const { error: noNote } = useQuery(noteQuery(noteId))
  const at = startOf(recording)
  return (
    <header className={classes.head}>
      <div>
        <EditableTitle title={title} mayEdit={mayEdit} onRename={(next) => correct.mutateAsync({ title: next })} />
        <Text c="dimmed" size="sm" mt={4}>
          <Time at={at} as={longDay} /> · <Time at={at} as={hour} />
          {!noNote && (
            <>
              {' · '}
              <Link to="/note/$noteId" params={{ noteId }} className={classes.quietLink}>
                {words.meetings.agenda}
              </Link>
            </>
          )}
        </Text>
        <DoneByRules recordingId={id} />
        {recording.consent && <Consent consent={recording.consent} />}
        {!media_url && hasTranscript && (
          <Text c="dimmed" size="sm" mt={4}>
            {words.recap.noMedia}
          </Text>
        )}
      </div>
      <Group gap="sm">
        <ShareButton thing={{ kind: 'recording', id }} title={title} noteId={noteId} />
        <History recordingId={id} />
        <Downloads recap={recording} />
        <DeleteMeeting thing={{ kind: 'recording', id }} title={title}>
          {words.deleting.recording}
        </DeleteMeeting>
      </Group>
    </header>
  )
}

/** Where rules published it. */
function DoneByRules({ recordingId }: { recordingId: string }) {
  const { data } = useQuery(sharingQuery({ kind: 'recording', id: recordingId }))
  const done = data?.publications.filter(({ by_rule }) => by_rule !== undefined) ?? []
  return done.map(({ channel, by_rule }) => (
    <Text key={channel.id} c="dimmed" size="sm" mt={4}>
      {words.rules.published(channel.title)}, <ByRule id={by_rule} />
    </Text>
  ))
}
