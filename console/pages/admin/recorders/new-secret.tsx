/** Replaces the secret of a recorder, or the key for its service; the stored ones cannot be read. */
import { PasswordInput, Text } from '@mantine/core'
import { useState } from 'react'
import { type Recorder, useChangeRecorder } from '../../../api/recorders.ts'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { noticeDone } from '../../../ui/notices.ts'
import { adminWords } from '../../../words/admin/words.ts'
import { hasBots } from './draft.ts'
import { refusedFields } from './refused-fields.tsx'
import { SecretField } from './secret-field.tsx'

const { recorders: said } = adminWords

type Props = { recorder: Recorder; onClose: () => void }

export function NewSecret({ recorder: { id, kind }, onClose }: Props) {
  const [secret, setSecret] = useState('')
  const [key, setKey] = useState('')
  const change = useChangeRecorder(id)
  const refused = refusedFields(change.error, kind)
  const [newSecret, newKey] = [secret.trim(), key.trim()]
  const changes = { ...(newSecret && { secret: newSecret }), ...(newKey && { api_key: newKey }) }
  const save = () =>
    change.mutate(changes, {
      onSuccess: () => {
        noticeDone(said.secretReplaced)
        onClose()
      },
    })
  return (
    <DialogForm
      title={(hasBots(kind) ? said.newSecretOrKeyOf : said.newSecretOf)(said.kinds[kind])}
      onClose={onClose}
      onSubmit={save}
      action={said.replace}
      isDisabled={newSecret === '' && newKey === ''}
      mutation={refused.secret || refused.api_key ? { ...change, error: null } : change}
    >
      <Text size="sm">{said.newSecretWhat}</Text>
      <SecretField kind={kind} value={secret} error={refused.secret} isRequired={!hasBots(kind)} onChange={setSecret} />
      {hasBots(kind) && (
        <PasswordInput
          label={said.terms.api_key}
          description={said.termHints.api_key}
          error={refused.api_key}
          spellCheck={false}
          autoComplete="off"
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
      )}
    </DialogForm>
  )
}
