/** Replaces the secret of a recorder; the stored one cannot be read. */
import { Text } from '@mantine/core'
import { useState } from 'react'
import { type Recorder, useChangeRecorder } from '../../../api/recorders.ts'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { noticeDone } from '../../../ui/notices.ts'
import { adminWords } from '../../../words/admin/words.ts'
import { refusedFields } from './refused-fields.tsx'
import { SecretField } from './secret-field.tsx'

const { recorders: said } = adminWords

type Props = { recorder: Recorder; onClose: () => void }

export function NewSecret({ recorder: { id, kind }, onClose }: Props) {
  const [secret, setSecret] = useState('')
  const change = useChangeRecorder(id)
  const refused = refusedFields(change.error, kind)
  const save = () =>
    change.mutate(
      { secret: secret.trim() },
      {
        onSuccess: () => {
          noticeDone(said.secretReplaced)
          onClose()
        },
      },
    )
  return (
    <DialogForm
      title={said.newSecretOf(said.kinds[kind])}
      onClose={onClose}
      onSubmit={save}
      action={said.replace}
      isDisabled={secret.trim() === ''}
      mutation={refused.secret ? { ...change, error: null } : change}
    >
      <Text size="sm">{said.newSecretWhat}</Text>
      <SecretField kind={kind} value={secret} error={refused.secret} onChange={setSecret} />
    </DialogForm>
  )
}
