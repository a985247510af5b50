/** Sets, changes or lifts a legal hold, of the workspace or of a person. */
import { Button, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { noticeDone } from '../../ui/notices.ts'
import { adminWords } from '../../words/admin/words.ts'
import { words } from '../../words/words.ts'

const { holds: said } = adminWords

type Change = {
  mutate: (hold: string | null, then: { onSuccess: () => void }) => void
  error: Error | null
  isPending: boolean
}

/** @param what  what nothing is deleted of, in a sentence */
export function LegalHoldForm(props: {
  title: string
  what: string
  hold: string | null
  change: Change
  onClose: () => void
}) {
  const { title, what, hold, change, onClose } = props
  const [reason, setReason] = useState(hold ?? '')
  const save = (next: string | null, notice: string) =>
    change.mutate(next, {
      onSuccess: () => {
        noticeDone(notice)
        onClose()
      },
    })
  return (
    <DialogForm
      title={title}
      onClose={onClose}
      onSubmit={() => save(reason.trim(), said.isSet)}
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
      {hold !== null && (
        <div>
          <Button variant="default" loading={change.isPending} onClick={() => save(null, said.lifted)}>
            {said.lift}
          </Button>
          <Text size="sm" c="dimmed" mt={6}>
            {said.liftWhat}
          </Text>
        </div>
      )}
    </DialogForm>
  )
}
