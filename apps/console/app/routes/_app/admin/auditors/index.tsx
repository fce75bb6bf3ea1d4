import { createFileRoute } from '@tanstack/react-router';
import { AuditorsScreen } from '../../../../../features/auditors/auditors.screen';

export const Route = createFileRoute('/_app/admin/auditors/')({ component: AuditorsScreen });
