{{- define "minutebook.name" -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "minutebook.labels" -}}
app.kubernetes.io/name: minutebook
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- /* Called with the root and the part: api or worker. */ -}}
{{- define "minutebook.selector" -}}
app.kubernetes.io/name: minutebook
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}
