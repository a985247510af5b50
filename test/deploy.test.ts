/** The files in deploy/: each is held against the program that reads it where that is there, and against this service. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import { promisify } from 'node:util'
import { parse, parseAllDocuments } from 'yaml'
import { settings } from '../server/platform/context/config.ts'
import { missing } from './support/installed-program.ts'
import { dataFolder, migratedDatabase } from './support/program.ts'

const run = promisify(execFile)
const pathOf = (name: string) => new URL(`../deploy/${name}`, import.meta.url).pathname
const read = (name: string) => readFile(pathOf(name), 'utf8')

/** The names that a process that serves and works has in /metrics, as a query names them. */
const metrics = new Set<string>()
before(async () => {
  await using database = await migratedDatabase()
  await using data = await dataFolder()
  const { output } = await data.start('serve', /ready at \S+/, database.settings)
  const url = /ready at (http:\/\/\S+)/.exec(output.text)![1]!
  const text = await (await fetch(`${url}/metrics`)).text()
  for (const [, name, type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    for (const end of type === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']) metrics.add(`${name}${end}`)
  }
})

/** The metrics that a query asks for. */
function metricsIn(query: string): string[] {
  const bare = query
    .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
  return [...bare.matchAll(/\b([a-z_][\w:]*)\b(?!\s*\()/gi)].map(([, name]) => name!)
}

const unknownIn = (queries: string[]) =>
  queries.flatMap(metricsIn).filter((name) => !metrics.has(name) && !['up', 'and', 'or', 'unless'].includes(name))

test('the check finds a query of a metric that does not exist', () => {
  assert.deepEqual(unknownIn(['sum by (le) (rate(jobs_in_flihgt{queue="x"}[5m])) > 1']), ['jobs_in_flihgt'])
  assert.deepEqual(unknownIn(['max by (queue) (jobs_in_flight)']), [])
})

test('every alert uses metrics that exist', async () => {
  const { groups } = parse(await read('prometheus/minutebook.rules.yaml'))
  const queries = groups.flatMap(({ rules }: { rules: { expr: string }[] }) => rules.map(({ expr }) => expr))
  assert(queries.length > 5)
  assert.deepEqual(unknownIn(queries), [])
})

test('promtool reports no problem in the alerts', {
  skip: missing('promtool', 'Debian: apt-get install prometheus'),
}, async () => {
  const { stdout } = await run('promtool', ['check', 'rules', pathOf('prometheus/minutebook.rules.yaml')])
  assert.match(stdout, /SUCCESS: \d+ rules found/)
})

test('every panel of the dashboard uses metrics that exist', async () => {
  type Panel = { title: string; targets: { expr: string }[] }
  const { panels } = JSON.parse(await read('grafana/minutebook.json')) as { panels: Panel[] }
  assert(panels.length > 10)
  for (const { title, targets } of panels) {
    assert(targets.length > 0, title)
    assert.deepEqual(unknownIn(targets.map(({ expr }) => expr)), [], title)
  }
})

test('the systemd unit has few rights: an exposure of at most 2.0', {
  skip: missing('systemd-analyze', 'Debian: apt-get install systemd'),
}, async () => {
  const unit = pathOf('systemd/minutebook.service')
  // Ends with an error above the threshold, which is in tenths.
  const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit])
  assert.match(stdout, /Overall exposure level for minutebook.service: [01]\.\d/)
})

test('the systemd unit allows what the code asks of the system', async () => {
  const unit = await read('systemd/minutebook.service')
  const base = await readFile(new URL('../server/app/base.ts', import.meta.url), 'utf8')
  assert.match(base, /networkInterfaces\(/)
  assert.match(unit, /^RestrictAddressFamilies=.* AF_NETLINK/m, 'what `networkInterfaces` asks')
  assert.match(unit, /^SystemCallFilter=~.*@resources\n(?:#.*\n)?SystemCallFilter=setpriority$/m)
})

const known = new Set<string>(Object.values(settings).map(({ name }) => name))
const unknownSettings = (names: string[]) => names.filter((name) => !known.has(name))

test('units, images and charts set only existing settings', async () => {
  const unit = await read('systemd/minutebook.service')
  const ofUnit = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line]) => line!.match(/\w+(?==)/g)!)
  assert.deepEqual(unknownSettings(ofUnit), ['NODE_ENV', 'NODE_COMPILE_CACHE'])
  const image = await read('container/Containerfile')
  const ofImage = [...image.matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) => line!.match(/\w+(?==)/g)!)
  assert.deepEqual(unknownSettings(ofImage), ['NODE_ENV'])
  const { services } = parse(await read('container/compose.yaml'), { merge: true })
  assert.deepEqual(unknownSettings(Object.keys(services.api.environment)), [])
  const values = parse(await read('helm/minutebook/values.yaml'))
  assert.deepEqual(unknownSettings(Object.keys(values.settings)), [])
})

test('every variable that compose requires is in its example', async () => {
  const asked = new Set((await read('container/compose.yaml')).match(/(?<=\$\{)\w+/g))
  const given = (await read('container/env.example')).match(/^\w+(?==)/gm)
  assert.deepEqual([...asked].sort(), given!.sort())
})

test('containers run as an unprivileged user, on a read-only root', async () => {
  const image = await read('container/Containerfile')
  assert.match(image, /^USER 1000:1000$/m)
  assert.match(image, /^HEALTHCHECK /m)
  const { services } = parse(await read('container/compose.yaml'), { merge: true })
  for (const name of ['api', 'worker', 'models']) {
    const { read_only, cap_drop, security_opt } = services[name]
    assert.deepEqual([read_only, cap_drop, security_opt], [true, ['ALL'], ['no-new-privileges:true']])
  }
})

test('compose and the chart have a step that downloads the models into the volume of the service', async () => {
  const { services } = parse(await read('container/compose.yaml'), { merge: true })
  assert.deepEqual(services.models.command, ['models', 'add', 'speech'])
  assert.deepEqual(services.models.volumes, services.worker.volumes)
  const deployments = await read('helm/minutebook/templates/deployments.yaml')
  assert.match(deployments, /args: \[models, add, \{\{ \. \}\}\]/)
  // Settings may need one another: a command with half of them does not start.
  assert.equal(deployments.match(/\{\{- include "minutebook\.environment" \$root \| nindent 10 \}\}/g)?.length, 2)
})

test('compose gives the process the 20 s that it needs to stop, and checks its health', async () => {
  const { services } = parse(await read('container/compose.yaml'), { merge: true })
  for (const name of ['api', 'worker']) {
    assert.equal(services[name].stop_grace_period, '30s')
    assert.match(services[name].healthcheck.test, /^node -e "fetch\('[^']+\/readyz'\)/)
  }
})

test('each required variable has a sentence after it; Debian’s podman-compose needs one to replace the variable', async () => {
  assert.doesNotMatch(await read('container/compose.yaml'), /:\?\}/)
})

test('helm renders the chart, with either database, and its pods have few rights', {
  skip: missing('helm', 'go install helm.sh/helm/v3/cmd/helm@latest'),
}, async () => {
  const chart = pathOf('helm/minutebook')
  const all = ['database.cloudNativePg=true', 'ingress.enabled=true', 'podMonitor=true', 'models=speech'].flatMap(
    (set) => ['--set', set],
  )
  await run('helm', ['lint', '--strict', chart, ...all])
  const kindsOf = async (sets: string[]) => {
    const { stdout } = await run('helm', ['template', 'x', chart, '--kube-version', '1.31.0', ...sets])
    return parseAllDocuments(stdout).map((document) => document.toJS())
  }
  const plain = await kindsOf([])
  assert.deepEqual(plain.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort(), [
    ...['ConfigMap x', 'Deployment x-api', 'Deployment x-worker', 'PersistentVolumeClaim x-uploads'],
    ...['PodDisruptionBudget x-api', 'PodDisruptionBudget x-worker', 'Service x'],
  ])
  const whole = await kindsOf(all)
  const modelsOf = (documents: typeof whole) =>
    documents
      .filter(({ kind }) => kind === 'Deployment')
      .map(({ spec: { template } }) => {
        const [{ image, volumeMounts }] = template.spec.containers
        return (template.spec.initContainers ?? []).map((step: Record<string, unknown>) => {
          assert.deepEqual([step.image, step.volumeMounts], [image, volumeMounts])
          return step.args
        })
      })
  const step = ['models', 'add', 'speech']
  assert.deepEqual(
    [modelsOf(plain), modelsOf(whole)],
    [
      [[], []],
      [[step], [step]],
    ],
  )
  assert(['Cluster', 'Ingress', 'PodMonitor'].every((kind) => whole.some((each) => each.kind === kind)))
  for (const { kind, spec } of [...plain, ...whole]) {
    if (kind !== 'Deployment') continue
    const [container] = spec.template.spec.containers
    for (const { securityContext } of [container, ...(spec.template.spec.initContainers ?? [])]) {
      assert.deepEqual(securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    }
    assert.equal(spec.template.spec.securityContext.runAsNonRoot, true)
    assert.equal(container.readinessProbe.httpGet.path, '/readyz')
  }
})

test('chart and package have the same release', async () => {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  const chart = parse(await read('helm/minutebook/Chart.yaml'))
  assert.deepEqual([chart.version, chart.appVersion], [version, version])
})

test('docs/operate/deploy.md names every folder of deploy/', async () => {
  const guide = await readFile(new URL('../docs/operate/deploy.md', import.meta.url), 'utf8')
  for (const name of await readdir(pathOf(''))) assert(guide.includes(`](../../deploy/${name}`), name)
})
