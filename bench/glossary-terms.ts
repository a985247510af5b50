/** A hundred names and words as workspaces have them, and sentences in which they are spoken. */

const people = `Zbigniew Agnieszka Thibault Ngozi Priyanka Siobhan Lindqvist Kowalczyk Okonkwo Moreau Yevgenia Anneliese
  Bartholomew Chukwudi Giuseppe Hiroshi Ingeborg Krzysztof Leocadia Marisol Oyelaran Petronella Rasmussen Sorensen
  Tomasini Vasquez Wojciech Xiomara Yamamoto Zuberi Fitzgerald Haraldsson Delacroix Montgomery`
const products = `Kubernetes Grafana Terraform PostgreSQL Minutebook Plastworks Datadog Airtable Confluence Prometheus
  Elasticsearch RabbitMQ Snowflake Tableau Zendesk HubSpot Salesforce GitLab Figma Miro Asana Trello Databricks Redshift
  BigQuery Cassandra Vercel Netlify Ansible Kafka Jenkins Kibana Helmsman`
const jargon = `Brightwater Northvale Helioscope Quantrix Veridian Solarwise Medicorp Arcadium Lumenta Fennimore
  Stonebridge Ravenscroft Castellum Ostravia Nordhaven Tiberion Calypsa Meridiax Pharmagen Inverness Acoustica
  Bioverse Cryotech Dynamika Equinor Ferrovial Glaxonite Hydrolux Isometra Juniperus Kestrelion Lodestar Magnafield`

const split = (text: string) => text.split(/\s+/)

export const terms = [...split(people), ...split(products), ...split(jargon)]

const ofPeople = [
  'I will ask {} about the budget.',
  'Yesterday {} sent me the contract.',
  'Please give the slides to {} before lunch.',
  'Did {} agree with that?',
]
const ofThings = [
  'We talked about {} on Monday.',
  'The team has moved to {} this year.',
  'I think {} is the better choice.',
  'Who is responsible for {} now?',
]

/** Each term once, in one of the sentences of its kind. */
export const spoken = terms.map((term, index) => {
  const sentences = index < split(people).length ? ofPeople : ofThings
  return { term, text: sentences[index % sentences.length]!.replace('{}', term) }
})
