/** Whether a legal hold stands on the whole workspace, and why. */
import { Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Settings, useChangeWorkspace } from '../../api/workspace.ts'
import { later } from '../../ui/later.tsx'
import { adminWords } from '../../words/admin/words.ts'
import { Setting } from './workspace-settings.tsx'

const { holds: said } = adminWords
const LegalHoldForm = later(async () => (await import('./legal-hold-form.tsx')).LegalHoldForm, null)

export function WorkspaceHold({ settings }: { settings: Settings }) {
  const [isOpen, form] = useDisclosure(false)
  const { mutate, error, isPending, reset } = useChangeWorkspace(true)
  const hold = settings.legal_hold ?? null
  const close = () => {
    reset()
    form.close()
  }
  return (
    <Setting title={said.title}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{hold === null ? said.none : said.stands}</Text>
        {hold !== null && (
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {hold}
          </Text>
        )}
        <Button variant="default" onClick={form.open}>
          {hold === null ? said.open : said.change}
        </Button>
      </Stack>
      {isOpen && (
        <LegalHoldForm
          title={said.ofWorkspace}
          what={said.workspaceWhat}
          hold={hold}
          change={{ mutate: (legal_hold, then) => mutate({ legal_hold }, then), error, isPending }}
          onClose={close}
        />
      )}
    </Setting>
  )
}
