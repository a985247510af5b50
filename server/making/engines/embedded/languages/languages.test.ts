/** Promises, requests and decisions in each language that the embedded writer supports, except English. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeEmbedded } from '../write-embedded.ts'

const people = [
  { name: 'Ada Moreau', email: 'ada@acme.test' },
  { name: 'Bo Lindqvist', email: 'bo@acme.test' },
]

function notesOf(turns: [string, string][]) {
  const speech_segments = turns.map(([speaker, text], turn) => ({
    speaker,
    text,
    start_time: turn,
    end_time: turn + 1,
  }))
  const transcript = { language_code: 'und', speech_segments }
  return writeEmbedded({ title: 'Weekly', startedAt: new Date('2026-01-05T09:00:00Z'), people, transcript })
}

const itemsOf = (turns: [string, string][]) =>
  notesOf(turns).actionItems.map(({ text, assignees }) => [text, ...assignees])
const textsOf = (turns: [string, string][], title: string) =>
  notesOf(turns)
    .sections.find((section) => section.title === title)
    ?.items?.map(({ text }) => text) ?? []

/** For each language: promises, requests with a yes, decisions, and words that must stay. */
const languages: Record<string, { turns: [string, string][]; items: string[][]; decisions: string[] }> = {
  German: {
    turns: [
      ['Ada Moreau', 'Heute geht es um die Preise, ähm, und um das Lager, und er ist nicht da.'],
      ['Bo Lindqvist', 'Dann ruf ich heute noch beim Hersteller an.'],
      ['Ada Moreau', 'Bo, kannst du die Liste an den Vorstand schicken?'],
      ['Bo Lindqvist', 'Ja, gern.'],
      ['Ada Moreau', 'Gut, wir nehmen die niedrigen Regale im Lager. Einverstanden?'],
      ['Bo Lindqvist', 'Ja.'],
    ],
    items: [
      ['Bo Lindqvist: Dann ruf ich heute noch beim Hersteller an.', 'bo@acme.test'],
      ['Ada Moreau: Bo, kannst du die Liste an den Vorstand schicken?', 'bo@acme.test'],
    ],
    decisions: ['Ada Moreau: Wir nehmen die niedrigen Regale im Lager.'],
  },
  French: {
    turns: [
      ['Ada Moreau', 'Euh, je vais refaire un formulaire pour les bénévoles.'],
      ['Ada Moreau', 'Bo, tu peux préparer un tableau avec les devis ?'],
      ['Bo Lindqvist', 'Oui, pas de problème.'],
      ['Ada Moreau', 'Donc on garde la scène de la mairie.'],
      ['Bo Lindqvist', "D'accord."],
    ],
    items: [
      ['Ada Moreau: Je vais refaire un formulaire pour les bénévoles.', 'ada@acme.test'],
      ['Ada Moreau: Bo, tu peux préparer un tableau avec les devis ?', 'bo@acme.test'],
    ],
    decisions: ['Ada Moreau: On garde la scène de la mairie.'],
  },
  Spanish: {
    turns: [
      ['Ada Moreau', 'Bueno, eh, tenemos que hablar de las quejas de los clientes.'],
      ['Ada Moreau', 'Bo, ¿puedes preparar un informe con los retrasos?'],
      ['Bo Lindqvist', 'Sí, claro.'],
      ['Ada Moreau', 'Yo redacto el correo para los clientes.'],
      ['Bo Lindqvist', 'Pues nos quedamos con la mensajería hasta diciembre.'],
      ['Ada Moreau', 'De acuerdo.'],
    ],
    items: [
      ['Ada Moreau: Bo, ¿puedes preparar un informe con los retrasos?', 'bo@acme.test'],
      ['Ada Moreau: Yo redacto el correo para los clientes.', 'ada@acme.test'],
    ],
    decisions: ['Bo Lindqvist: Nos quedamos con la mensajería hasta diciembre.'],
  },
  Italian: {
    turns: [
      ['Ada Moreau', 'Bo, puoi raccogliere le firme entro la fine del mese?'],
      ['Bo Lindqvist', 'Sì, certo.'],
      ['Bo Lindqvist', 'Allora confermo io l’albergo per la gita.'],
      ['Ada Moreau', 'Quindi andiamo a Torino con la seconda classe.'],
      ['Bo Lindqvist', 'Va bene.'],
    ],
    items: [
      ['Ada Moreau: Bo, puoi raccogliere le firme entro la fine del mese?', 'bo@acme.test'],
      ['Bo Lindqvist: Confermo io l’albergo per la gita.', 'bo@acme.test'],
    ],
    decisions: ['Ada Moreau: Andiamo a Torino con la seconda classe.'],
  },
  Portuguese: {
    turns: [
      ['Ada Moreau', 'Bo, podes enviar o relatório para a direção?'],
      ['Bo Lindqvist', 'Sim, claro.'],
      ['Ada Moreau', 'Eu preparo a lista dos clientes para a reunião.'],
      ['Bo Lindqvist', 'Então ficamos com a proposta do João para o armazém.'],
      ['Ada Moreau', 'De acordo.'],
    ],
    items: [
      ['Ada Moreau: Bo, podes enviar o relatório para a direção?', 'bo@acme.test'],
      ['Ada Moreau: Eu preparo a lista dos clientes para a reunião.', 'ada@acme.test'],
    ],
    decisions: ['Bo Lindqvist: Ficamos com a proposta do João para o armazém.'],
  },
  Dutch: {
    turns: [
      ['Bo Lindqvist', 'Dan bel ik morgen de architect over de tekening.'],
      ['Ada Moreau', 'Bo, kun je ook de offerte aan de gemeente sturen?'],
      ['Bo Lindqvist', 'Ja, prima.'],
      ['Ada Moreau', 'We zetten de oven aan de andere kant.'],
      ['Bo Lindqvist', 'Akkoord.'],
    ],
    items: [
      ['Bo Lindqvist: Dan bel ik morgen de architect over de tekening.', 'bo@acme.test'],
      ['Ada Moreau: Bo, kun je ook de offerte aan de gemeente sturen?', 'bo@acme.test'],
    ],
    decisions: ['Ada Moreau: We zetten de oven aan de andere kant.'],
  },
}

for (const [language, { turns, items, decisions }] of Object.entries(languages)) {
  test(`${language}: promises, requests with a yes, and decisions are found`, () => {
    assert.deepEqual(itemsOf(turns), items)
    assert.deepEqual(textsOf(turns, 'Decisions'), decisions)
  })
}

test('a promise whose object only another sentence names is no item', () => {
  for (const [clear, vague] of [
    ['Je réserve la grande salle des fêtes.', "Je l'appelle ce soir pour les bénévoles et le théâtre."],
    ['Dan bel ik de architect over de nieuwe tekening.', 'Die stuur ik morgen naar de gemeente en de buren.'],
    ['Ich prüfe das Angebot von dem Lieferanten.', 'Das schicke ich morgen an den Vorstand der Firma.'],
    ['Yo redacto el correo para los clientes.', 'Lo mando mañana a la empresa de transporte.'],
    ['Io preparo il modulo per la gita.', 'Lo mando domani alla segreteria della scuola.'],
  ] as const) {
    assert.deepEqual(itemsOf([['Ada Moreau', `${clear} ${vague}`]]), [[`Ada Moreau: ${clear}`, 'ada@acme.test']])
  }
})

test('the German words um and er are no sounds of hesitation', () => {
  const said = 'Heute geht es um die Preise und um das neue Lager, und Bo weiß, dass er das sagt.'
  assert.deepEqual(textsOf([['Ada Moreau', said]], 'Summary'), [`Ada Moreau: ${said}`])
})
