/** A dialog that is open, by itself: it covers the page. */
import { TextInput } from '@mantine/core'
import { DialogForm } from '../ui/dialog-form.tsx'

const nothing = () => {}

export const OpenDialog = () => (
  <DialogForm
    title="Delete this recap?"
    action="Delete"
    isFinal
    isDisabled={false}
    onClose={nothing}
    onSubmit={nothing}
    mutation={{ error: new Error('Broken'), isPending: false }}
  >
    <TextInput label="To delete, type its title" defaultValue="Kick-off" />
  </DialogForm>
)
