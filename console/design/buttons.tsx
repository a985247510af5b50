/** Buttons of each kind: ready, with an icon, waiting, and impossible. */
import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'

const kinds = [
  { variant: 'filled' },
  { variant: 'default' },
  { variant: 'light' },
  { variant: 'subtle' },
  { variant: 'filled', color: 'red.9' },
] as const

export const Buttons = () =>
  kinds.map((kind) => (
    <Button.Group key={JSON.stringify(kind)}>
      <Button {...kind}>Save</Button>
      <Button {...kind} leftSection={<IconPlus size={18} stroke={1.6} />}>
        New
      </Button>
      <Button {...kind} loading>
        Save
      </Button>
      <Button {...kind} disabled>
        Save
      </Button>
      <ActionIcon {...kind} size={36} aria-label="Edit">
        <IconPencil size={18} stroke={1.6} />
      </ActionIcon>
    </Button.Group>
  ))
