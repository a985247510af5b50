/** Asks before signing out ends a recording, or stops files that are being sent. */
import { Button, Stack, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { sendsFiles } from '../api/running-uploads.ts'
import type { useSignOut } from '../api/session.ts'
import { saveUnkept, underWay } from '../record/under-way.ts'
import { words } from '../words/words.ts'
import { Confirm } from './confirm.tsx'

const { signingOut: said } = words.account

export const isUnderWay = () => underWay.now().isUnsent || sendsFiles()

type Props = { signOut: ReturnType<typeof useSignOut>; onClose: () => void }

export function SignOutQuestion({ signOut, onClose }: Props) {
  const { isUnsent, unkept } = useSyncExternalStore(underWay.subscribe, underWay.now)
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={said.title}
      action={words.account.signOut}
      isPending={signOut.isPending}
      onConfirm={() => signOut.mutate(undefined, { onError: onClose })}
    >
      <Stack gap="xs">
        {isUnsent && <Text>{said.recording}</Text>}
        {unkept.length > 0 && (
          <>
            <Text c="var(--mantine-color-error)" role="alert">
              {said.unkept(unkept)}
            </Text>
            <Button variant="default" size="xs" onClick={() => void saveUnkept()} style={{ alignSelf: 'flex-start' }}>
              {words.record.save}
            </Button>
          </>
        )}
        {sendsFiles() && <Text>{said.files}</Text>}
      </Stack>
    </Confirm>
  )
}
