# syntax=docker/dockerfile:1

# Packs what npm would publish: built from source, without what only development needs.
FROM node:22-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm pack --ignore-scripts --pack-destination /tmp && mkdir /package && tar -xzf /tmp/*.tgz -C /package --strip-components=1

FROM node:22-alpine
LABEL org.opencontainers.image.title="svc-emulator" \
      org.opencontainers.image.description="Reference emulator of the svc REST and realtime API" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production
WORKDIR /world
# Everything it needs is bundled: no npm install, and nothing to fetch when it runs.
COPY --from=build /package /opt/svc-emulator
COPY tools/image/health.mjs /opt/health.mjs
RUN ln -s /opt/svc-emulator/dist/cli/svc-emulator.js /usr/local/bin/svc-emulator \
 && ln -s /opt/svc-emulator/dist/cli/svc.js /usr/local/bin/svc \
 && ln -s /opt/svc-emulator/dist/cli/svc-worker.js /usr/local/bin/svc-worker \
 && chmod 0755 /opt/svc-emulator/dist/cli/*.js \
 && mkdir /state && chown node:node /state
# Beyond the container's own loopback, or nothing outside could reach it; as a variable, so that it holds whatever arguments are given. The
# control API then needs the token (SVC_EMULATOR_CONTROL_TOKEN, or the one that is printed), sent as x-emulator-token; its health does not.
ENV SVC_EMULATOR_HOST=0.0.0.0
# For SVC_EMULATOR_STATE=/state/state.json.
VOLUME /state
USER node
EXPOSE 4010
STOPSIGNAL SIGTERM
# Without --start-interval, which older builders refuse (Buildah 1.28, Docker before 25): what waits for it waits for the first interval.
HEALTHCHECK --interval=3s --timeout=3s --start-period=5s --retries=3 \
  CMD ["node", "/opt/health.mjs"]
ENTRYPOINT ["node", "/opt/svc-emulator/dist/cli/svc-emulator.js"]
CMD ["start"]
