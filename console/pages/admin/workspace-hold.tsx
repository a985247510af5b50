/** The legal hold on the whole workspace, and its reason. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Settings, useChangeWorkspace } from '../../api/workspace.ts'
import { later } from '../../ui/later.tsx'
import { adminWords } from '../../words/admin/words.ts'
import type { ChangeHold } from './legal-hold-form.tsx'
import { Setting } from './setting.tsx'

const { holds: said } = adminWords
const LegalHoldForm = later(async () => (await import('./legal-hold-form.tsx')).LegalHoldForm, null)
const LiftHold = later(async () => (await import('./lift-hold.tsx')).LiftHold, null)

export function WorkspaceHold({ settings }: { settings: Settings }) {
  const [isOpen, form] = useDisclosure(false)
  const [lifts, lifting] = useDisclosure(false)
  const { mutate, error, isPending, reset } = useChangeWorkspace(true)
  const hold = settings.legal_hold ?? null
  const change: ChangeHold = { mutate: (legal_hold, then) => mutate({ legal_hold }, then), error, isPending }
  const close = () => {
    reset()
    form.close()
    lifting.close()
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
        <Group gap="sm">
          <Button variant="default" onClick={form.open}>
            {hold === null ? said.open : said.change}
          </Button>
          {hold !== null && (
            <Button variant="default" onClick={lifting.open}>
              {said.lift}
            </Button>
          )}
        </Group>
      </Stack>
      {isOpen && (
        <LegalHoldForm title={said.ofWorkspace} what={said.workspaceWhat} hold={hold} change={change} onClose={close} />
      )}
      {lifts && <LiftHold what={said.ofWorkspace} change={change} onClose={close} />}
    </Setting>
  )
}
