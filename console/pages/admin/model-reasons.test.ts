import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminWords } from '../../words/en/admin.ts'
import { reasonInWords } from './model-reasons.ts'

const { reasons } = adminWords.models

test('each kind of failure has its sentence, and another one is as the service says it', () => {
  const cases: [reason: string, said: string][] = [
    ['github.com could not be reached or stopped sending (status 503). What was downloaded …', reasons.unreachable],
    ['The download made no progress', reasons.unreachable],
    ['https://github.com/x cannot be downloaded (status 404). MODELS_MIRROR can name …', reasons.refused],
    ['What https://github.com/x sent has another digest: it is not the file of the catalogue.', reasons.other],
    ['The archive has no file tokens.txt.', reasons.other],
    ['speech needs 1158 MB in /data/models, and 20 MB are free.', reasons.full],
    ['The disk of /data/models is full.', reasons.full],
    ['The installation stopped before it was done', 'The installation stopped before it was done'],
  ]
  for (const [reason, said] of cases) assert.equal(reasonInWords(reason, reasons), said)
})
