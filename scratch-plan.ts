import { openBench } from './bench/workspaces.ts'
import { listNotes } from './server/notes/list-notes.ts'
const base = await openBench()
const [size, which, admin] = process.argv.slice(2)
const caller = (superAdmin: boolean) => ({ workspace: {id:'bench'+size,name:'',subdomain:''}, user:{id:'u_0',email:'',full_name:''}, superAdmin, key:{id:'k',userId:'u_0'}})
const cases: any = { plain: {}, title_common: {title:'weekly'}, title_rare: {title:'zephyr'}, created:{created_at_start:'2024-09-01',created_at_end:'2024-09-30'}, updated:{updated_at_start:'2024-09-01',updated_at_end:'2024-09-30'}, channel:{channel_id:'ch_0'}, guid:{event_guid:'evt_0'} }
  const filters = cases[which!]
  const log: any[] = []
  const { Kysely, PostgresDialect } = await import('kysely')
  const db2 = new Kysely<any>({ dialect: new PostgresDialect({ pool: base.pool }), log: (e) => { if (e.level==='query') log.push(e.query) } })
  await listNotes(db2 as any, caller(admin==='admin'), {filters, include:{}, page:{size:20, after:null}})
  const q = log.at(-1)
  const r = await base.pool.query('explain (analyze, buffers) ' + q.sql, q.parameters as any)
  console.log(r.rows.map((x: any)=>x['QUERY PLAN']).join('\n'))
await base.close()
