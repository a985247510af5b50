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

{{- /* All settings, of every container. */ -}}
{{- define "minutebook.environment" -}}
envFrom:
  - configMapRef: { name: {{ include "minutebook.name" . }} }
  - secretRef: { name: {{ required "existingSecret is required" .Values.existingSecret }} }
{{- if .Values.database.cloudNativePg }}
env:
  - name: DATABASE_URL
    valueFrom:
      secretKeyRef: { name: {{ include "minutebook.name" . }}-database-app, key: uri }
{{- end }}
{{- end -}}
