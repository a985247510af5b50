/** Changes what a recorder imports, who owns recordings of unknown hosts, and whether attendees may send its bots. */
import { useState } from 'react'
import { type Recorder, useChangeRecorder } from '../../../api/recorders.ts'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { noticeDone } from '../../../ui/notices.ts'
import { adminWords } from '../../../words/admin/words.ts'
import { words } from '../../../words/words.ts'
import { needsPerson } from './draft.ts'
import { PersonOfRecorder } from './person-of-recorder.tsx'
import { refusedFields } from './refused-fields.tsx'
import { SendsBotsField } from './sends-bots-field.tsx'
import { TakesField } from './takes-field.tsx'

const { recorders: said } = adminWords

type Props = { recorder: Recorder; onClose: () => void }

export function ChangeRecorder({ recorder: { id, kind, ...recorder }, onClose }: Props) {
  const [takes, setTakes] = useState(recorder.takes)
  const [user, setUser] = useState(recorder.user_id)
  const [sends_bots, setSendsBots] = useState(recorder.sends_bots)
  const change = useChangeRecorder(id)
  const refused = refusedFields(change.error, kind)
  // Sends only changed fields: another administrator may have changed the rest.
  const changes = {
    ...(takes !== recorder.takes && { takes }),
    ...(user !== recorder.user_id && { user }),
    ...(sends_bots !== recorder.sends_bots && { sends_bots }),
  }
  const isSame = Object.keys(changes).length === 0
  const save = () =>
    change.mutate(changes, {
      onSuccess: () => {
        noticeDone(adminWords.settings.saved)
        onClose()
      },
    })
  return (
    <DialogForm
      title={said.changeOf(said.kinds[kind])}
      size="lg"
      onClose={onClose}
      onSubmit={save}
      action={words.save}
      isDisabled={isSame || (user === null && needsPerson(kind))}
      mutation={refused.user ? { ...change, error: null } : change}
    >
      <TakesField kind={kind} value={takes} onChange={setTakes} />
      <PersonOfRecorder kind={kind} value={user} error={refused.user} onChange={setUser} />
      <SendsBotsField kind={kind} value={sends_bots} onChange={setSendsBots} />
    </DialogForm>
  )
}
