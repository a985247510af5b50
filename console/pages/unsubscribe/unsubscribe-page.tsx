/** Ends the recaps by mail of the person whose mail has the link. Opening it ends nothing: mail scanners open links. */
import { Alert, Anchor, Button, Group, Paper, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type UnsubscribeLink, unsubscribe } from '../../api/notifications.ts'
import icon from '../../icon.svg'
import classes from '../../ui/card-page.module.css'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'

const { unsubscribePage: said } = words

export function prefetch() {}

export function Page({ link }: { link: UnsubscribeLink }) {
  usePageTitle(said.title)
  const stop = useMutation({ mutationFn: () => unsubscribe(link) })
  return (
    <main className={classes.page}>
      <Paper className={classes.card} withBorder radius="lg" p={{ base: 'lg', sm: 36 }}>
        <Group gap="sm">
          <img src={icon} alt="" width={40} height={40} />
          <Text fw={620}>{words.product}</Text>
        </Group>
        <Title order={1} size="h2" mt="lg">
          {said.title}
        </Title>
        {stop.data === undefined ? (
          <>
            <Text c="dimmed" mt={4} mb="xl">
              {said.what}
            </Text>
            <Button fullWidth loading={stop.isPending} onClick={() => stop.mutate()}>
              {said.action}
            </Button>
          </>
        ) : (
          <>
            <Alert my="lg" color={stop.data ? 'green' : 'red'} role={stop.data ? 'status' : 'alert'}>
              {stop.data ? said.done : said.invalid}
            </Alert>
            <Anchor href="/account">{said.account}</Anchor>
          </>
        )}
      </Paper>
    </main>
  )
}
