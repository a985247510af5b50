/** Sets a legal hold or changes its reason, of the workspace or of a person. */
import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { noticeDone } from '../../ui/notices.ts'
import { adminWords } from '../../words/admin/words.ts'
import { words } from '../../words/words.ts'

const { holds: said } = adminWords

export type ChangeHold = {
  mutate: (hold: string | null, then: { onSuccess: () => void }) => void
  error: Error | null
  isPending: boolean
}

/** @param what  what the hold protects, in a sentence */
export function LegalHoldForm(props: {
  title: string
  what: string
  hold: string | null
  change: ChangeHold
  onClose: () => void
}) {
  const { title, what, hold, change, onClose } = props
  const [reason, setReason] = useState(hold ?? '')
  const save = () =>
    change.mutate(reason.trim(), {
      onSuccess: () => {
        noticeDone(said.isSet)
        onClose()
      },
    })
  return (
    <DialogForm
      title={title}
      onClose={onClose}
      onSubmit={save}
      action={hold === null ? said.set : words.save}
      isDisabled={reason.trim() === '' || reason.trim() === hold}
      mutation={change}
    >
      <Text size="sm">{what}</Text>
      <Textarea
        label={said.reason}
        description={said.reasonHint}
        required
        autosize
        minRows={2}
        maxLength={1_000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  )
}
