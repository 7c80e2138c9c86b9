ARG PYTHON=3.13

# The full image brings the compiler and the headers that durable-rules is built with. Neither reaches the stage below.
FROM python:${PYTHON} AS build
ENV CPPFLAGS="-O2 -DPyEval_CallObject=PyObject_CallObject" \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1
WORKDIR /src
COPY requirements.lock ./
RUN sed -n '/^# layer: build$/,/^# layer:/p' requirements.lock >build.txt \
 && sed -n '/^# layer: run$/,/^# layer:/p' requirements.lock >run.txt \
 && python -m venv /build \
 && /build/bin/pip install --no-deps --require-hashes -r build.txt \
 && /build/bin/pip wheel --no-deps --no-build-isolation --require-hashes -r run.txt --wheel-dir /wheels
COPY pyproject.toml README.md LICENSE ./
COPY service service
COPY rules rules
RUN /build/bin/pip wheel --no-deps --no-build-isolation --wheel-dir /wheels . \
 && python -m venv --without-pip /opt/gpu-rules \
 && /build/bin/pip --python /opt/gpu-rules install --no-deps --no-index /wheels/*.whl \
 && /build/bin/pip --python /opt/gpu-rules check

FROM python:${PYTHON}-slim
LABEL org.opencontainers.image.title="gpu-rules" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /opt/gpu-rules /opt/gpu-rules
# matplotlib lists the fonts of the system when it is first loaded; that is done here, once.
ENV MPLCONFIGDIR=/var/cache/gpu-rules
RUN install -d -o 10001 -g 10001 /var/lib/gpu-rules "$MPLCONFIGDIR" \
 && /opt/gpu-rules/bin/python -c "import matplotlib.font_manager"
ENV PATH="/opt/gpu-rules/bin:${PATH}" \
    PYTHONUNBUFFERED=1 \
    GPU_RULES_HOST=0.0.0.0 \
    GPU_RULES_PORT=8000 \
    GPU_RULES_DATA_DIR=/var/lib/gpu-rules
USER 10001:10001
VOLUME /var/lib/gpu-rules
EXPOSE 8000
# http.client, not urllib: a proxy in the environment must not be asked about 127.0.0.1.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 CMD ["python", "-c", "\
import http.client, os, sys; \
server = http.client.HTTPConnection('127.0.0.1', int(os.environ['GPU_RULES_PORT']), timeout=2); \
server.request('GET', '/healthz'); \
sys.exit(server.getresponse().status != 200)"]
ENTRYPOINT ["gpu-rules"]
CMD ["serve"]
