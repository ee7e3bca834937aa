// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const generateToken = /*#__PURE__*/ reference<Contract['generateToken']>({ name: 'generateToken', method: 'GET', path: '/classrooms/{id}/generate_token' });
export const generateCameraToken = /*#__PURE__*/ reference<Contract['generateCameraToken']>({ name: 'generateCameraToken', method: 'GET', path: '/classrooms/{id}/generate_camera_token' });
export const generateVideoToken = /*#__PURE__*/ reference<Contract['generateVideoToken']>({ name: 'generateVideoToken', method: 'GET', path: '/classrooms/{id}/generate_video_token' });
