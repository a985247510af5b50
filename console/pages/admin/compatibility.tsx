/** The setting `compatibility`. Asks first, because a change affects programs at once. */
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Settings, useChangeWorkspace } from '../../api/workspace.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { noticeDone } from '../../ui/notices.ts'
import { adminWords } from '../../words/admin/words.ts'
import { Setting } from './setting.tsx'

const { compatibility: said } = adminWords

export function Compatibility({ settings }: { settings: Settings }) {
  const isHosted = settings.compatibility === 'hosted'
  const [asks, ask] = useDisclosure(false)
  const change = useChangeWorkspace()
  const turn = () =>
    change.mutate(
      { compatibility: isHosted ? 'none' : 'hosted' },
      { onSuccess: () => noticeDone(adminWords.settings.saved), onSettled: ask.close },
    )
  return (
    <Setting title={said.title}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {isHosted ? said.hosted : said.none} {!isHosted && said.whom}
        </Text>
        <Button variant="default" onClick={ask.open}>
          {isHosted ? said.toNone : said.toHosted}
        </Button>
      </Stack>
      <Confirm
        isOpen={asks}
        onClose={ask.close}
        title={isHosted ? said.noneTitle : said.hostedTitle}
        action={said.action}
        isPending={change.isPending}
        onConfirm={turn}
      >
        <Text mb="md">{said.what}</Text>
        <Alert color="yellow" variant="light">
          {isHosted ? said.noneWarning : said.hostedWarning}
        </Alert>
      </Confirm>
    </Setting>
  )
}
