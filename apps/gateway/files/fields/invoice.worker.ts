import { answerRequests } from '../readers/answer-requests';
import { fieldsInInvoice } from './fields-in-invoice';

answerRequests(({ bytes }) => Promise.resolve({ head: { fields: fieldsInInvoice(bytes) } }));
